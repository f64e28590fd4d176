import type { RangePreset } from '../contract/limits.ts';

/** Days in the owner's time zone, inclusive. */
export interface DateRange {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

const HOUR = 3_600_000;

/**
 * Returns an instant's day (ISO 8601) in a time zone (IANA), and the hours since it began, which equal the clock unless
 * hours are skipped or repeated.
 */
export function toDayHour(instant: Temporal.Instant, timeZone: string): { day: string; hourIndex: number } {
  const local = instant.toZonedDateTimeISO(timeZone);
  const since = instant.epochMilliseconds - local.startOfDay().epochMilliseconds;
  return { day: local.toPlainDate().toString(), hourIndex: Math.floor(since / HOUR) };
}

/** Lists the clock times (`14:00`) at which a day's hours begin: 23, 24 or 25, or half an hour more or less. */
export function listHourLabels(day: Temporal.PlainDate, timeZone: string): string[] {
  const start = day.toZonedDateTime(timeZone);
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone);
  const count = Math.ceil((end.epochMilliseconds - start.epochMilliseconds) / HOUR);
  return Array.from({ length: count }, (_, hour) => start.add({ hours: hour }).toPlainTime().toString().slice(0, 5));
}

/** Returns the instants at which a range begins and ends (exclusive). */
export function getRangeBounds(
  { from, to }: DateRange,
  timeZone: string,
): readonly [Temporal.Instant, Temporal.Instant] {
  return [from.toZonedDateTime(timeZone).toInstant(), to.add({ days: 1 }).toZonedDateTime(timeZone).toInstant()];
}

/** Returns a preset range, ending today. */
export function getPresetRange(name: RangePreset, today: Temporal.PlainDate): DateRange {
  if (name === 'today') return { from: today, to: today };
  if (name === '12m') return { from: today.subtract({ months: 12 }).add({ days: 1 }), to: today };
  return { from: today.subtract({ days: Number.parseInt(name, 10) - 1 }), to: today };
}

/** Returns the number of days in a range. */
export function countDaysInRange({ from, to }: DateRange): number {
  return from.until(to, { largestUnit: 'day' }).days + 1;
}

/** Returns the preceding range of the same length; for twelve months, the twelve months before. */
export function getPreviousRange(range: DateRange, name: RangePreset | undefined): DateRange {
  const to = range.from.subtract({ days: 1 });
  if (name === '12m') return { from: range.from.subtract({ months: 12 }), to };
  return { from: range.from.subtract({ days: countDaysInRange(range) }), to };
}

/** Maximum number of days before the time series uses months. */
const MAX_DAILY_POINTS = 92;

/** Returns the interval of a range's time series. Hours exist only for today and yesterday. */
export function getInterval(range: DateRange, today: Temporal.PlainDate): 'hour' | 'day' | 'month' {
  const days = countDaysInRange(range);
  const hasHours = Temporal.PlainDate.compare(range.from, today.subtract({ days: 1 })) >= 0;
  if (days === 1 && hasHours) return 'hour';
  return days <= MAX_DAILY_POINTS ? 'day' : 'month';
}

/** Lists a range's days, or the first days of its months; ISO 8601. */
export function listIntervalStarts(range: DateRange, interval: 'day' | 'month'): string[] {
  const points: string[] = [];
  const step = interval === 'day' ? { days: 1 } : { months: 1 };
  let point = interval === 'day' ? range.from : range.from.with({ day: 1 });
  for (; Temporal.PlainDate.compare(point, range.to) <= 0; point = point.add(step)) points.push(point.toString());
  return points;
}

/** Returns the change in percent, as an integer; undefined if the previous value is zero. */
export function findPercentChange(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 100);
}
