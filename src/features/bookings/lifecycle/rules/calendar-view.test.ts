import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonthsToDate,
  parseDateParam,
  listMonthWeeks,
  formatVisibleRange,
  getVisibleRange,
  shiftVisibleDate,
  parseCalendarView,
  getIsoWeekday,
} from './calendar-view.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10));

describe('calendar views', () => {
  it('show a week from Monday to Sunday, over the end of a month and a year', () => {
    expect(getVisibleRange('week', '2027-01-01')).toEqual({ from: '2026-12-28', until: '2027-01-03' });
    expect(getVisibleRange('week', '2026-12-28')).toEqual(getVisibleRange('week', '2027-01-03'));
    expect(formatVisibleRange('week', '2027-01-01')).toBe('28 Dec 2026 – 3 Jan 2027');
    expect(formatVisibleRange('week', '2026-11-25')).toBe('23 Nov – 29 Nov 2026');
    expect(formatVisibleRange('day', '2026-11-25')).toBe('Wednesday 25 November 2026');
  });

  it('agree with Temporal', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 400 }), fc.integer({ min: -30, max: 30 }), (text, days, months) => {
        const date = Temporal.PlainDate.from(text);
        expect(addDays(text, days)).toBe(date.add({ days }).toString());
        expect(addMonthsToDate(text, months)).toBe(date.add({ months }).toString());
        expect(getIsoWeekday(text)).toBe(date.dayOfWeek);
        const weeks = listMonthWeeks(text);
        const ofMonth = weeks.flat().filter(one => one.startsWith(text.slice(0, 7)));
        expect(ofMonth).toHaveLength(date.daysInMonth);
        for (const week of weeks) expect(getIsoWeekday(week[0] ?? '')).toBe(1);
        for (const view of ['day', 'week', 'list'] as const) {
          expect(shiftVisibleDate(view, shiftVisibleDate(view, text, 1), -1)).toBe(text);
          expect(getVisibleRange(view, shiftVisibleDate(view, text, 1)).from).toBe(
            addDays(getVisibleRange(view, text).until, 1),
          );
        }
      }),
    );
  });

  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2026-02-29', 'else'],
    ['2026-13-01', 'else'],
    ['1999-01-01', 'else'],
    ['tomorrow', 'else'],
    [null, 'else'],
  ])('for the date parameter %s are around %s', (text, expected) => {
    expect(parseDateParam(text, 'else')).toBe(expected);
  });

  it('default to a week unless the URL names another view', () => {
    expect([
      parseCalendarView('day'),
      parseCalendarView('list'),
      parseCalendarView('year'),
      parseCalendarView(null),
    ]).toEqual(['day', 'list', 'week', 'week']);
  });
});
