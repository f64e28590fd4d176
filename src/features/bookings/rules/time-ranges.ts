import { MINUTES_PER_DAY } from '../contract/limits.ts';
import type { TimeRange } from '../contract/lifecycle.ts';

/** A minute of the day as clocks show it: 09:30. The end of the day is 24:00. */
export function formatMinuteOfDay(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** 09:00–17:00, of a part of a day. */
export function formatTimeRange({ from, until }: TimeRange): string {
  return `${formatMinuteOfDay(from)}–${formatMinuteOfDay(until)}`;
}

/** All parts of a day in words. */
export function formatTimeRanges(hours: readonly TimeRange[]): string {
  return hours.length === 0 ? 'Closed' : hours.map(formatTimeRange).join(', ');
}

/** What a form's field for a time has; its end of the day is 00:00, since such fields know no 24:00. */
export function toTimeInputValue(minute: number): string {
  return formatMinuteOfDay(minute % MINUTES_PER_DAY);
}

/** The minute that a field for a time means; null where it is empty or no time. */
export function parseTimeInput(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?$/.exec(text.trim()) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** The fields of one part of a day, as they were filled in. */
export interface TimeRangeInput {
  readonly from: string;
  readonly until: string;
}

/** The parts of a day that a form has under a prefix, without those in which nothing stands. */
export function readTimeRangeInputs(
  form: Readonly<Record<string, string>>,
  prefix: string,
  most: number,
): TimeRangeInput[] {
  const found: TimeRangeInput[] = [];
  for (let place = 0; place < most; place++) {
    const from = form[`${prefix}.${place}.from`] ?? '';
    const until = form[`${prefix}.${place}.until`] ?? '';
    if (from || until) found.push({ from, until });
  }
  return found;
}

/** The same as hours. Half of a part becomes one that ends before it begins, so that it is refused where it stands. */
export function parseTimeRanges(typed: readonly TimeRangeInput[]): TimeRange[] {
  return typed.map(({ from, until }) => {
    const begin = parseTimeInput(from);
    const end = parseTimeInput(until);
    if (begin === null || end === null) return { from: MINUTES_PER_DAY, until: 0 };
    return { from: begin, until: end === 0 ? MINUTES_PER_DAY : end };
  });
}
