import { MINUTES_PER_DAY } from '../lifecycle/contract/limits.ts';
import type { TimeRange } from '../lifecycle/contract/states.ts';

/** Formats a minute of the day: 09:30. The end of the day is 24:00. */
export function formatMinuteOfDay(minute: number): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** Formats a time range: 09:00–17:00. */
function formatTimeRange({ startMinute, endMinute }: TimeRange): string {
  return `${formatMinuteOfDay(startMinute)}–${formatMinuteOfDay(endMinute)}`;
}

/** Formats all time ranges of a day. */
export function formatTimeRanges(hours: readonly TimeRange[]): string {
  return hours.length === 0 ? 'Unavailable' : hours.map(formatTimeRange).join(', ');
}

/** Returns the value of a time input; the end of the day is 00:00, because time inputs can't show 24:00. */
export function toTimeInputValue(minute: number): string {
  return formatMinuteOfDay(minute % MINUTES_PER_DAY);
}

/** Parses a time input; null if it is empty or invalid. */
export function parseTimeInput(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?$/.exec(text.trim()) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** Returns the time ranges of a form with a field prefix, without empty ones. */
export function readTimeRangeInputs(form: Readonly<Record<string, string>>, prefix: string, max: number) {
  const found: { from: string; until: string }[] = [];
  for (let index = 0; index < max; index++) {
    const from = form[`${prefix}.${index}.from`] ?? '';
    const until = form[`${prefix}.${index}.until`] ?? '';
    if (from || until) found.push({ from, until });
  }
  return found;
}

/**
 * Parses time ranges. An incomplete one becomes a range that ends before it starts, so validation rejects it at its
 * position.
 */
export function parseTimeRanges(inputs: ReturnType<typeof readTimeRangeInputs>): TimeRange[] {
  return inputs.map(({ from, until }) => {
    const start = parseTimeInput(from);
    const end = parseTimeInput(until);
    if (start === null || end === null) return { startMinute: MINUTES_PER_DAY, endMinute: 0 };
    return { startMinute: start, endMinute: end === 0 ? MINUTES_PER_DAY : end };
  });
}
