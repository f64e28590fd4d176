export const calendarViews = ['day', 'week', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Number of days in the list view. */
const LIST_DAYS = 30;

// Dates are strings such as 2026-11-22, computed in UTC, where each day has 24 hours: not every browser has Temporal.

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** Adds days to a date; may be negative. */
export function addDays(day: string, days: number): string {
  return new Date(asDate(day).getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the weekday, 1 for Monday. */
export function getIsoWeekday(day: string): number {
  return asDate(day).getUTCDay() || 7;
}

/** Parses a date from the URL; returns `fallback` if it is invalid or implausible. */
export function parseDateParam(text: string | null, fallback: string): string {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return fallback;
  const date = asDate(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : fallback;
}

export function parseCalendarView(text: string | null): CalendarView {
  return calendarViews.find(view => view === text) ?? 'week';
}

/** Returns the days of a view around a day; both ends are included. */
export function getVisibleRange(view: CalendarView, day: string): { from: string; until: string } {
  if (view === 'day') return { from: day, until: day };
  if (view === 'list') return { from: day, until: addDays(day, LIST_DAYS - 1) };
  const monday = addDays(day, 1 - getIsoWeekday(day));
  return { from: monday, until: addDays(monday, 6) };
}

/** Returns the day around which the previous or next view is. */
export function shiftVisibleDate(view: CalendarView, day: string, direction: 1 | -1): string {
  return addDays(day, direction * (view === 'day' ? 1 : view === 'week' ? 7 : LIST_DAYS));
}

/** Returns the same day of another month, or that month's last day. */
export function addMonthsToDate(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** Returns the weeks of a day's month, each with seven days from Monday. */
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
  // Normalize commas and "Sept", which differ between browsers, to match the server.
  const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  return (day: string) =>
    formatter
      .format(asDate(day))
      .replaceAll(',', '')
      .replace(/Sept\b/u, 'Sep');
};

/** Mon 23 */
export const formatShortDate = format({ weekday: 'short', day: 'numeric' });
/** Monday 23 November 2026 */
export const formatLongDate = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** November 2026 */
export const formatMonth = format({ month: 'long', year: 'numeric' });
/** Nov */
export const formatShortMonth = format({ month: 'short' });
const dayAndMonth = format({ day: 'numeric', month: 'short' });
const dayMonthYear = format({ day: 'numeric', month: 'short', year: 'numeric' });

/** Returns the heading of a view. */
export function formatVisibleRange(view: CalendarView, day: string): string {
  const { from, until } = getVisibleRange(view, day);
  if (view === 'day') return formatLongDate(day);
  const first = from.slice(0, 4) === until.slice(0, 4) ? dayAndMonth(from) : dayMonthYear(from);
  return `${first} – ${dayMonthYear(until)}`;
}

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
