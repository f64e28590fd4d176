import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangePresets } from '../contract/limits.ts';
import {
  findPercentChange,
  countDaysInRange,
  getRangeBounds,
  listHourLabels,
  getInterval,
  listIntervalStarts,
  getPreviousRange,
  getPresetRange,
  toDayHour,
} from './date-ranges.ts';

const zones = ['America/New_York', 'Asia/Dhaka', 'Australia/Lord_Howe', 'Europe/Berlin'];
const dayOf = (text: string) => Temporal.PlainDate.from(text);
const days = fc.integer({ min: 0, max: 4000 }).map(number => dayOf('2022-01-01').add({ days: number }));
const instants = fc
  .integer({ min: Date.parse('2022-01-01Z'), max: Date.parse('2032-01-01Z') })
  .map(milliseconds => Temporal.Instant.fromEpochMilliseconds(milliseconds));

describe('toDayHour', () => {
  it.each([
    ['2026-11-20T12:00:00Z', 'America/New_York', '2026-11-20', 7],
    ['2026-11-20T04:59:59Z', 'America/New_York', '2026-11-19', 23],
    ['2026-11-20T18:00:00Z', 'Asia/Dhaka', '2026-11-21', 0],
    ['2026-11-20T17:59:59Z', 'Asia/Dhaka', '2026-11-20', 23],
    // Clocks go back at 3:00: the hour from 2:00 occurs twice, and the day has 25 hours.
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25', 2],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25', 3],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25', 24],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26', 0],
    // Clocks go forward from 2:00 to 3:00.
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29', 1],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', 2],
    ['2026-03-29T21:59:59Z', 'Europe/Berlin', '2026-03-29', 22],
    // Lord Howe Island changes by half an hour.
    ['2026-04-04T13:00:00Z', 'Australia/Lord_Howe', '2026-04-05', 0],
    ['2026-04-05T13:29:59Z', 'Australia/Lord_Howe', '2026-04-05', 24],
    ['2026-04-05T13:30:00Z', 'Australia/Lord_Howe', '2026-04-06', 0],
  ])('%s in %s is hour %s of %s', (instant, zone, day, hourIndex) => {
    expect(toDayHour(Temporal.Instant.from(instant), zone)).toEqual({ day, hourIndex });
  });

  it('maps each instant to an existing hour within its day', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const { day, hourIndex } = toDayHour(instant, zone);
        const from = dayOf(day);
        const [begin, end] = getRangeBounds({ from, to: from }, zone);
        expect(Temporal.Instant.compare(begin, instant)).toBeLessThanOrEqual(0);
        expect(Temporal.Instant.compare(instant, end)).toBeLessThan(0);
        expect(hourIndex).toBeGreaterThanOrEqual(0);
        expect(hourIndex).toBeLessThan(listHourLabels(from, zone).length);
      }),
    );
  });
});

describe('hoursOf', () => {
  it.each([
    ['2026-11-20', 'Europe/Berlin', 24],
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-03-08', 'America/New_York', 23],
    ['2026-11-01', 'America/New_York', 25],
    ['2026-10-04', 'Australia/Lord_Howe', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 25],
    ['2026-11-20', 'Asia/Dhaka', 24],
  ])('of %s in %s are %i', (day, zone, count) => expect(listHourLabels(dayOf(day), zone)).toHaveLength(count));

  it('omits the skipped hour and repeats the repeated one', () => {
    expect(listHourLabels(dayOf('2026-03-29'), 'Europe/Berlin').slice(0, 4)).toEqual([
      '00:00',
      '01:00',
      '03:00',
      '04:00',
    ]);
    expect(listHourLabels(dayOf('2026-10-25'), 'Europe/Berlin').slice(0, 5)).toEqual([
      '00:00',
      '01:00',
      '02:00',
      '02:00',
      '03:00',
    ]);
    expect(listHourLabels(dayOf('2026-10-04'), 'Australia/Lord_Howe').slice(0, 4)).toEqual([
      '00:00',
      '01:00',
      '02:30',
      '03:30',
    ]);
  });
});

describe('ranges', () => {
  const today = dayOf('2026-11-20');

  it.each([
    ['today', '2026-11-20', '2026-11-19', '2026-11-19'],
    ['7d', '2026-11-14', '2026-11-07', '2026-11-13'],
    ['30d', '2026-10-22', '2026-09-22', '2026-10-21'],
    ['90d', '2026-08-23', '2026-05-25', '2026-08-22'],
    ['12m', '2025-11-21', '2024-11-21', '2025-11-20'],
  ] as const)('%s begins on %s, after %s to %s', (name, from, beforeFrom, beforeTo) => {
    const range = getPresetRange(name, today);
    const before = getPreviousRange(range, name);
    expect([range.from, range.to, before.from, before.to].map(String)).toEqual([
      from,
      '2026-11-20',
      beforeFrom,
      beforeTo,
    ]);
  });

  it('end today, directly follow the previous period, and have the same length except for leap days', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...rangePresets), (now, name) => {
        const range = getPresetRange(name, now);
        const before = getPreviousRange(range, name);
        expect(range.to.equals(now)).toBe(true);
        expect(before.to.add({ days: 1 }).equals(range.from)).toBe(true);
        expect(Math.abs(countDaysInRange(before) - countDaysInRange(range))).toBeLessThanOrEqual(
          name === '12m' ? 1 : 0,
        );
      }),
    );
  });

  it('have each day in exactly one point of the time series', () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: 800 }),
        fc.constantFrom('day' as const, 'month' as const),
        (from, more, pace) => {
          const range = { from, to: from.add({ days: more }) };
          const points = listIntervalStarts(range, pace);
          expect(new Set(points).size).toBe(points.length);
          expect(points).toEqual(points.toSorted());
          for (const day of [range.from, range.to]) {
            expect(points).toContain((pace === 'day' ? day : day.with({ day: 1 })).toString());
          }
          if (pace === 'day') expect(points).toHaveLength(countDaysInRange(range));
        },
      ),
    );
  });

  it.each([
    ['2026-11-20', '2026-11-20', 'hour'],
    ['2026-11-19', '2026-11-19', 'hour'],
    ['2026-11-18', '2026-11-18', 'day'],
    ['2026-11-19', '2026-11-20', 'day'],
    ['2026-08-21', '2026-11-20', 'day'],
    ['2026-08-20', '2026-11-20', 'month'],
  ])('%s to %s uses intervals of a %s', (from, to, pace) => {
    expect(getInterval({ from: dayOf(from), to: dayOf(to) }, today)).toBe(pace);
  });

  it.each([
    [150, 100, 50],
    [50, 100, -50],
    [0, 10, -100],
    [10, 0, undefined],
    [0, 0, undefined],
    [2, 3, -33],
  ])('from %i, %i before, is a change of %s percent', (now, before, change) =>
    expect(findPercentChange(now, before)).toBe(change),
  );
});
