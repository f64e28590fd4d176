import type { CalendarDay, CalendarEntryData } from '../contract/owner-calendar.ts';
import { MINUTES_PER_DAY } from '../contract/limits.ts';

/** Minutes that a row of the table stands for. */
export const ROW_MINUTES = 30;

/** A cell of a day's column. */
export interface CalendarGridCell {
  /** Over how many rows it goes. */
  readonly rows: number;
  /** What takes that time; several where they overlap. */
  readonly entries: readonly CalendarEntryData[];
  /** Whether the owner can be booked then. */
  readonly isOpen: boolean;
}

export interface CalendarGridData {
  /** For each day what takes all of it, and busy times outside of the hours below. */
  readonly allDay: readonly (readonly CalendarEntryData[])[];
  /** Each row with a cell for each day; null where a cell above goes over it. */
  readonly rows: readonly { readonly minute: number; readonly cells: readonly (CalendarGridCell | null)[] }[];
}

/** The hours that are shown in any case. */
const DEFAULT_HOURS = { from: 9 * 60, until: 17 * 60 };

/**
 * Days as a table: a row for each half hour, from the first hour that is open or booked to the last. Busy times at night
 * make it no longer.
 */
export function buildCalendarGrid(days: readonly CalendarDay[]): CalendarGridData {
  const booked = days.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'booking'));
  const edges = [...days.flatMap(({ hours }) => hours), ...booked, DEFAULT_HOURS];
  const first = Math.floor(Math.min(...edges.map(({ from }) => from)) / 60) * 60;
  const last = Math.min(Math.ceil(Math.max(...edges.map(({ until }) => until)) / 60) * 60, MINUTES_PER_DAY);
  const isBesides = ({ from, until }: CalendarEntryData) =>
    (from === 0 && until === MINUTES_PER_DAY) || until <= first || from >= last;
  const columns = days.map(day => {
    const within = day.entries.filter(entry => !isBesides(entry));
    return columnOf(day, within, first, last);
  });
  const rows = [];
  for (let minute = first; minute < last; minute += ROW_MINUTES) {
    rows.push({ minute, cells: columns.map(column => column[(minute - first) / ROW_MINUTES] ?? null) });
  }
  return { allDay: days.map(({ entries }) => entries.filter(isBesides)), rows };
}

function columnOf(
  { hours }: CalendarDay,
  entries: readonly CalendarEntryData[],
  first: number,
  last: number,
): (CalendarGridCell | null)[] {
  const column: (CalendarGridCell | null)[] = [];
  const isOpen = (minute: number) => hours.some(({ from, until }) => from < minute + ROW_MINUTES && until > minute);
  for (let minute = first; minute < last; ) {
    const together = clusterAt(entries, minute, first);
    if (!together) {
      column.push({ rows: 1, entries: [], isOpen: isOpen(minute) });
      minute += ROW_MINUTES;
      continue;
    }
    const rows = Math.max(1, Math.ceil((Math.min(together.until, last) - minute) / ROW_MINUTES));
    column.push({ rows, entries: together.entries, isOpen: isOpen(minute) });
    for (let under = 1; under < rows; under++) column.push(null);
    minute += rows * ROW_MINUTES;
  }
  return column;
}

/** What begins in the row of a minute, with all that begins before its rows have ended. */
function clusterAt(entries: readonly CalendarEntryData[], minute: number, first: number) {
  const found: CalendarEntryData[] = [];
  let until = minute + ROW_MINUTES;
  for (const entry of entries) {
    const from = Math.max(entry.from, first);
    if (from < minute || from >= until) continue;
    found.push(entry);
    until = Math.max(until, Math.ceil(entry.until / ROW_MINUTES) * ROW_MINUTES);
  }
  return found.length > 0 ? { entries: found, until } : null;
}
