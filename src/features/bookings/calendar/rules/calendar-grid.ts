import type { CalendarDay, CalendarEntryData } from '../contract.ts';
import { MINUTES_PER_DAY } from '../../lifecycle/contract/limits.ts';

export const ROW_MINUTES = 30;

export interface CalendarGridCell {
  /** Number of rows that the cell spans. */
  readonly rows: number;
  /** Entries in this time; several if they overlap. */
  readonly entries: readonly CalendarEntryData[];
  /** Whether the owner can be booked then. */
  readonly isOpen: boolean;
}

/** Always visible. */
const DEFAULT_HOURS = { startMinute: 9 * 60, endMinute: 17 * 60 };

/**
 * Builds a table with a row for each half hour, from the first open or booked hour to the last, and one cell per day;
 * null if a cell above spans it. All-day entries, and busy times outside these hours, are listed by day in `allDay`.
 */
export function buildCalendarGrid(days: readonly CalendarDay[]) {
  const booked = days.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'booking'));
  const edges = [...days.flatMap(({ availability }) => availability), ...booked, DEFAULT_HOURS];
  const first = Math.floor(Math.min(...edges.map(({ startMinute }) => startMinute)) / 60) * 60;
  const last = Math.min(Math.ceil(Math.max(...edges.map(({ endMinute }) => endMinute)) / 60) * 60, MINUTES_PER_DAY);
  const isOutside = ({ startMinute, endMinute }: CalendarEntryData) =>
    (startMinute === 0 && endMinute === MINUTES_PER_DAY) || endMinute <= first || startMinute >= last;
  const columns = days.map(day => {
    const visible = day.entries.filter(entry => !isOutside(entry));
    return toColumn(day, visible, first, last);
  });
  const rows = [];
  for (let minute = first; minute < last; minute += ROW_MINUTES) {
    rows.push({ minute, cells: columns.map(column => column[(minute - first) / ROW_MINUTES] ?? null) });
  }
  return { allDay: days.map(({ entries }) => entries.filter(isOutside)), rows };
}

function toColumn({ availability }: CalendarDay, entries: readonly CalendarEntryData[], first: number, last: number) {
  const column: (CalendarGridCell | null)[] = [];
  const isOpen = (minute: number) =>
    availability.some(({ startMinute, endMinute }) => startMinute < minute + ROW_MINUTES && endMinute > minute);
  for (let minute = first; minute < last; ) {
    const cluster = findCluster(entries, minute, first);
    if (!cluster) {
      column.push({ rows: 1, entries: [], isOpen: isOpen(minute) });
      minute += ROW_MINUTES;
      continue;
    }
    const rows = Math.max(1, Math.ceil((Math.min(cluster.until, last) - minute) / ROW_MINUTES));
    column.push({ rows, entries: cluster.entries, isOpen: isOpen(minute) });
    for (let row = 1; row < rows; row++) column.push(null);
    minute += rows * ROW_MINUTES;
  }
  return column;
}

/** Returns the entries that start in a row, with all that start before those end. */
function findCluster(entries: readonly CalendarEntryData[], minute: number, first: number) {
  const found: CalendarEntryData[] = [];
  let until = minute + ROW_MINUTES;
  for (const entry of entries) {
    const from = Math.max(entry.startMinute, first);
    if (from < minute || from >= until) continue;
    found.push(entry);
    until = Math.max(until, Math.ceil(entry.endMinute / ROW_MINUTES) * ROW_MINUTES);
  }
  return found.length > 0 ? { entries: found, until } : null;
}
