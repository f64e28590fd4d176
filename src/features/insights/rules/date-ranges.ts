import type { RangePreset } from '../contract/limits.ts';

/** Days of the owner's zone, both counted in. */
export interface DateRange {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/** The day and the hour that an instant falls into. */
export interface DayHour {
  /** ISO 8601. */
  readonly day: string;
  /** Hours since the day began: by the clock where no time is skipped or repeated. */
  readonly hour: number;
}

const HOUR = 3_600_000;

/** The day and hour of an instant in a time zone (IANA). */
export function toDayHour(instant: Temporal.Instant, timeZone: string): DayHour {
  const local = instant.toZonedDateTimeISO(timeZone);
  const since = instant.epochMilliseconds - local.startOfDay().epochMilliseconds;
  return { day: local.toPlainDate().toString(), hour: Math.floor(since / HOUR) };
}

/** The hours of a day as its clock shows where each begins (`14:00`): 23, 24 or 25 of them, or a half more or less. */
export function listHourLabels(day: Temporal.PlainDate, timeZone: string): string[] {
  const start = day.toZonedDateTime(timeZone);
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone);
  const count = Math.ceil((end.epochMilliseconds - start.epochMilliseconds) / HOUR);
  return Array.from({ length: count }, (_, hour) => start.add({ hours: hour }).toPlainTime().toString().slice(0, 5));
}

/** The instants at which a range begins, and at which it is over. */
export function getRangeBounds(
  { from, to }: DateRange,
  timeZone: string,
): readonly [Temporal.Instant, Temporal.Instant] {
  return [from.toZonedDateTime(timeZone).toInstant(), to.add({ days: 1 }).toZonedDateTime(timeZone).toInstant()];
}

/** A range by its name, ending today. */
export function getPresetRange(name: RangePreset, today: Temporal.PlainDate): DateRange {
  if (name === 'today') return { from: today, to: today };
  if (name === '12m') return { from: today.subtract({ months: 12 }).add({ days: 1 }), to: today };
  return { from: today.subtract({ days: Number.parseInt(name, 10) - 1 }), to: today };
}

/** How many days a range has. */
export function countDaysInRange({ from, to }: DateRange): number {
  return from.until(to, { largestUnit: 'day' }).days + 1;
}

/** The range of the same length right before; of twelve months the twelve before them. */
export function getPreviousRange(range: DateRange, name: RangePreset | undefined): DateRange {
  const to = range.from.subtract({ days: 1 });
  if (name === '12m') return { from: range.from.subtract({ months: 12 }), to };
  return { from: range.from.subtract({ days: countDaysInRange(range) }), to };
}

/** What the course of a range goes by. */
export type Interval = 'hour' | 'day' | 'month';

/** Beyond so many days a course goes by months. */
const MAX_DAILY_POINTS = 92;

/** What a range's course goes by. Hours are there of today and yesterday alone. */
export function getInterval(range: DateRange, today: Temporal.PlainDate): Interval {
  const days = countDaysInRange(range);
  const hasHours = Temporal.PlainDate.compare(range.from, today.subtract({ days: 1 })) >= 0;
  if (days === 1 && hasHours) return 'hour';
  return days <= MAX_DAILY_POINTS ? 'day' : 'month';
}

/** The days of a range, or its months by their first days that it has a part of; ISO 8601. */
export function listIntervalStarts(range: DateRange, pace: 'day' | 'month'): string[] {
  const points: string[] = [];
  const step = pace === 'day' ? { days: 1 } : { months: 1 };
  let point = pace === 'day' ? range.from : range.from.with({ day: 1 });
  for (; Temporal.PlainDate.compare(point, range.to) <= 0; point = point.add(step)) points.push(point.toString());
  return points;
}

/** By how much something changed, in whole percent; undefined where there was nothing before. */
export function findPercentChange(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 100);
}
