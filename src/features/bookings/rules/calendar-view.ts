/** How the owner's calendar is looked at. */
export const calendarViews = ['day', 'week', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Days that the list has. */
const LISTED = 30;

// Days are texts such as 2026-11-22, reckoned in UTC, where each has 24 hours: not every browser knows Temporal.

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** So many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(asDate(day).getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day of the week, 1 for Monday. */
export function getIsoWeekday(day: string): number {
  return asDate(day).getUTCDay() || 7;
}

/** A day of an address; the other where it is none, or is too far off to be meant. */
export function parseDateParam(text: string | null, otherwise: string): string {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return otherwise;
  const date = asDate(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : otherwise;
}

export function parseCalendarView(text: string | null): CalendarView {
  return calendarViews.find(view => view === text) ?? 'week';
}

/** The days that a view shows around a day, both included. */
export function getVisibleRange(view: CalendarView, day: string): { from: string; until: string } {
  if (view === 'day') return { from: day, until: day };
  if (view === 'list') return { from: day, until: addDays(day, LISTED - 1) };
  const monday = addDays(day, 1 - getIsoWeekday(day));
  return { from: monday, until: addDays(monday, 6) };
}

/** The day that the view before, or after, is around. */
export function shiftVisibleDate(view: CalendarView, day: string, by: 1 | -1): string {
  return addDays(day, by * (view === 'day' ? 1 : view === 'week' ? 7 : LISTED));
}

/** The same day of another month, or its last one. */
export function addMonthsToDate(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** The weeks of a day's month, each of seven days from Monday. */
export function listMonthWeeks(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weeks: string[][] = [];
  for (
    let monday = getVisibleRange('week', first).from;
    monday.slice(0, 7) <= day.slice(0, 7);
    monday = addDays(monday, 7)
  ) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map(days => addDays(monday, days)));
  }
  return weeks;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  // Commas and Sept depend on the browser, which has to write what the server did.
  const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  return (day: string) => formatter.format(asDate(day)).replaceAll(',', '').replace('Sept ', 'Sep ');
};

/** Mon 23 */
export const formatShortDate = format({ weekday: 'short', day: 'numeric' });
/** Monday 23 November 2026 */
export const formatLongDate = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** November 2026 */
export const formatMonth = format({ month: 'long', year: 'numeric' });
const dayAndMonth = format({ day: 'numeric', month: 'short' });
const dayMonthYear = format({ day: 'numeric', month: 'short', year: 'numeric' });

/** The days that are shown, as a heading. */
export function formatVisibleRange(view: CalendarView, day: string): string {
  const { from, until } = getVisibleRange(view, day);
  if (view === 'day') return formatLongDate(day);
  const first = from.slice(0, 4) === until.slice(0, 4) ? dayAndMonth(from) : dayMonthYear(from);
  return `${first} – ${dayMonthYear(until)}`;
}

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
