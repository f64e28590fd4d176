import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarDay, CalendarEntryData } from '../contract.ts';
import { buildCalendarGrid, ROW_MINUTES } from './calendar-grid.ts';

const entry = (startMinute: number, endMinute: number): CalendarEntryData => ({
  kind: 'booking',
  bookingNumber: 1001,
  title: `${startMinute} to ${endMinute}`,
  client: null,
  state: null,
  startsAt: '2026-11-23T00:00:00Z',
  endsAt: '2026-11-23T00:00:00Z',
  startMinute,
  endMinute,
});
const day = (
  entries: readonly CalendarEntryData[],
  availability = [{ startMinute: 600, endMinute: 1020 }],
): CalendarDay => ({
  date: '2026-11-23',
  availability,
  hasOverride: false,
  note: '',
  entries: entries.toSorted((one, other) => one.startMinute - other.startMinute),
});

describe('buildCalendarGrid', () => {
  it('has a row for each half hour of the default hours, and of others that contain something', () => {
    const minutes = (days: CalendarDay[]) => buildCalendarGrid(days).rows.map(({ minute }) => minute);
    expect(minutes([day([])])).toEqual(Array.from({ length: 16 }, (_, row) => 540 + row * 30));
    expect(minutes([day([entry(430, 460)])])[0]).toBe(420);
    expect(minutes([day([]), day([], [{ startMinute: 600, endMinute: 1440 }])]).at(-1)).toBe(1410);
  });

  it('spans an entry over the rows of its time, together with overlapping entries', () => {
    const { rows } = buildCalendarGrid([day([entry(600, 690), entry(660, 720), entry(730, 740)])]);
    const cells = rows.map(({ cells: [cell] }) => cell && [cell.rows, cell.entries.map(({ title }) => title)]);
    expect(cells.slice(2, 8)).toEqual([
      [4, ['600 to 690', '660 to 720']],
      null,
      null,
      null,
      [1, ['730 to 740']],
      [1, []],
    ]);
  });

  it('separates all-day entries and busy times outside the hours, and cuts those that reach in', () => {
    const busy = (from: number, until: number) => ({ ...entry(from, until), kind: 'busy' as const, booking: null });
    const { allDay, rows } = buildCalendarGrid([day([busy(0, 1440), busy(60, 120), busy(400, 570), busy(1300, 1400)])]);
    expect(allDay[0]?.map(({ title }) => title)).toEqual(['0 to 1440', '60 to 120', '1300 to 1400']);
    expect(rows[0]).toMatchObject({ minute: 540, cells: [{ rows: 1, entries: [{ title: '400 to 570' }] }] });
    expect(rows).toHaveLength(16);
  });

  it('contains each entry once, and every row of every day once, even with overlaps', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1439 }))
      .map(([from, length]) => entry(from, Math.min(from + length, 1439)));
    fc.assert(
      fc.property(fc.array(fc.array(span, { maxLength: 12 }), { minLength: 1, maxLength: 7 }), lists => {
        const { rows } = buildCalendarGrid(lists.map(list => day(list)));
        for (const [place, list] of lists.entries()) {
          const column = rows.map(({ cells }) => cells[place]);
          const shown = column.flatMap(cell => cell?.entries ?? []);
          expect(
            shown.toSorted((one, other) => one.startMinute - other.startMinute).map(({ startMinute }) => startMinute),
          ).toEqual(list.map(({ startMinute }) => startMinute).toSorted((one, other) => one - other));
          expect(column.reduce((sum, cell) => sum + (cell?.rows ?? 0), 0)).toBe(rows.length);
          for (const [row, cell] of column.entries()) {
            for (const { startMinute } of cell?.entries ?? []) {
              const minute = rows[row]?.minute ?? 0;
              expect(startMinute).toBeGreaterThanOrEqual(minute);
              expect(startMinute).toBeLessThan(minute + (cell?.rows ?? 0) * ROW_MINUTES);
            }
          }
        }
      }),
    );
  });
});
