import { formatTimeZone } from '#shared/time.ts';
import {
  addMonthsToDate,
  formatLongDate as formatLongDay,
  formatMonth as formatMonthOf,
  listMonthWeeks as listWeeksOf,
} from './calendar-view.ts';

// Also runs in browsers without Temporal: Intl formats instants, and months are computed in UTC.

const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let cached = formats.get(key);
  if (!cached) {
    cached = new Intl.DateTimeFormat('en-GB', options);
    formats.set(key, cached);
  }
  return cached;
}

/** Returns the local date (`2026-11-23`) of an instant in a zone. */
export function toLocalDate(instant: string, timeZone: string): string {
  const parts = format(`day ${timeZone}`, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(new Date(instant))
    .map(({ type, value }) => [type, value]);
  const { year, month, day } = Object.fromEntries(parts) as Record<string, string>;
  return `${year}-${month}-${day}`;
}

/** Returns the local time of an instant in a zone, `14:05`. */
export function formatLocalTime(instant: string, timeZone: string): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return format(`time ${timeZone}`, options).format(new Date(instant));
}

/** Minutes by which clocks change: an hour, or half an hour on Lord Howe Island. */
const SHIFTS = [-60, -30, 30, 60];

/** Formats the local time of an instant in a zone: `14:05`, or `01:30 GMT-4` if clocks show it twice on that day. */
export function formatTimeOfDay(instant: string, timeZone: string): string {
  const text = formatLocalTime(instant, timeZone);
  const start = Date.parse(instant);
  const isRepeated = SHIFTS.some(
    minutes => formatLocalTime(new Date(start + minutes * 60_000).toISOString(), timeZone) === text,
  );
  if (!isRepeated) return text;
  const parts = format(`zone ${timeZone}`, { timeZone, timeZoneName: 'short' }).formatToParts(start);
  return `${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value}`;
}

/** Formats a day: `Monday, 23 November 2026`. */
export function formatLongDate(day: string): string {
  return formatLongDay(day).replace(' ', ', ');
}

/** Formats a month (`2026-11`): `November 2026`. */
export function formatMonth(month: string): string {
  return formatMonthOf(`${month}-01`);
}

/** Adds a number of months to a month. */
export function addMonths(month: string, count: number): string {
  return addMonthsToDate(`${month}-01`, count).slice(0, 7);
}

/** Returns whether a URL parameter is a valid month. */
export function isIsoMonth(value: string | null): value is string {
  return value !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value);
}

export function isIsoDate(value: string | null): value is string {
  return value !== null && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Returns the weeks of a month, from Monday; null for days of the month before. The next one fills the last week. */
export function listMonthWeeks(month: string): (string | null)[][] {
  return listWeeksOf(`${month}-01`).map(week => week.map(day => (day < month ? null : day)));
}

/** Returns instants that enclose `listMonthWeeks` in every time zone: no zone is more than a day from UTC. */
export function getMonthInterval(month: string): { from: string; until: string } {
  const begin = Date.parse(`${month}-01T00:00Z`);
  const lastDay = Date.parse(`${listMonthWeeks(month).at(-1)?.at(-1)}T00:00Z`);
  return { from: new Date(begin - DAY).toISOString(), until: new Date(lastDay + 2 * DAY).toISOString() };
}

/** Groups instants by their local date in a zone. */
export function groupByLocalDate(instants: readonly string[], timeZone: string): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const instant of instants) {
    const day = toLocalDate(instant, timeZone);
    days.set(day, [...(days.get(day) ?? []), instant]);
  }
  return days;
}

/** Formats a duration: `30 minutes`, `2 hours`. */
export function formatDuration(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

/**
 * Returns a sentence with the owner's city and the UTC offset at an instant: `Mira is in New York (GMT-5).` Zones without
 * a city are named instead.
 */
export function formatOwnerLocation(ownerName: string, timeZone: string, instant: string): string {
  const [firstName] = ownerName.split(' ');
  const [region, ...places] = formatTimeZone(timeZone).split('/');
  const city = places.at(-1);
  if (city === undefined || region === 'Etc') return `${firstName}’s time zone is ${formatTimeZone(timeZone)}.`;
  const offset = format(`offset ${timeZone}`, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${firstName} is in ${city} (${offset}).`;
}
