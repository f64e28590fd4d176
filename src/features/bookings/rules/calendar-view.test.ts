import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldTime, hoursOfTyped, hoursWords, minuteOf, typedHours } from './time-ranges.ts';
import {
  addDays,
  addMonths,
  dayFrom,
  monthOf,
  rangeName,
  rangeOf,
  step,
  viewFrom,
  weekdayOf,
} from './calendar-view.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10));

describe('the days that are shown', () => {
  it('are a week from Monday to Sunday, over the end of a month and a year', () => {
    expect(rangeOf('week', '2027-01-01')).toEqual({ from: '2026-12-28', until: '2027-01-03' });
    expect(rangeOf('week', '2026-12-28')).toEqual(rangeOf('week', '2027-01-03'));
    expect(rangeName('week', '2027-01-01')).toBe('28 Dec 2026 – 3 Jan 2027');
    expect(rangeName('week', '2026-11-25')).toBe('23 Nov – 29 Nov 2026');
    expect(rangeName('day', '2026-11-25')).toBe('Wednesday 25 November 2026');
  });

  it('agree with Temporal', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 400 }), fc.integer({ min: -30, max: 30 }), (text, days, months) => {
        const date = Temporal.PlainDate.from(text);
        expect(addDays(text, days)).toBe(date.add({ days }).toString());
        expect(addMonths(text, months)).toBe(date.add({ months }).toString());
        expect(weekdayOf(text)).toBe(date.dayOfWeek);
        const weeks = monthOf(text);
        const ofMonth = weeks.flat().filter(one => one.startsWith(text.slice(0, 7)));
        expect(ofMonth).toHaveLength(date.daysInMonth);
        for (const week of weeks) expect(weekdayOf(week[0] ?? '')).toBe(1);
        for (const view of ['day', 'week', 'list'] as const) {
          expect(step(view, step(view, text, 1), -1)).toBe(text);
          expect(rangeOf(view, step(view, text, 1)).from).toBe(addDays(rangeOf(view, text).until, 1));
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
  ])('of an address %s are around %s', (text, expected) => {
    expect(dayFrom(text, 'else')).toBe(expected);
  });

  it('are a week unless the address names another view', () => {
    expect([viewFrom('day'), viewFrom('list'), viewFrom('year'), viewFrom(null)]).toEqual([
      'day',
      'list',
      'week',
      'week',
    ]);
  });
});

describe('the times of a form', () => {
  it('are read as they are written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), minute => {
        expect(minuteOf(fieldTime(minute))).toBe(minute);
      }),
    );
    expect(['24:00', '9:00', '12:60', ''].map(minuteOf)).toEqual([null, null, null, null]);
  });

  it('leave out what is empty, end the day at 00:00, and refuse a half where it stands', () => {
    const form = {
      'a.0.from': '09:00',
      'a.0.until': '12:30',
      'a.2.from': '20:00',
      'a.2.until': '00:00',
      'a.3.from': '21:00',
    };
    expect(hoursOfTyped(typedHours(form, 'a', 12))).toEqual([
      { from: 540, until: 750 },
      { from: 1200, until: 1440 },
      { from: 1440, until: 0 },
    ]);
    expect(hoursWords([{ from: 540, until: 1440 }])).toBe('09:00–24:00');
    expect(hoursWords([])).toBe('Closed');
  });
});
