import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupByLocalDate,
  formatLongDate,
  isIsoDate,
  isIsoMonth,
  addMonths,
  toLocalDate,
  formatLocalTime,
  formatOwnerLocation,
  getMonthInterval,
  listMonthWeeks,
} from './calendar-month.ts';

const ZONES = [
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];
const instants = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2029-01-01') });

describe('calendar months', () => {
  it('formats days and times as Temporal does, in any zone', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (at, zone) => {
        const instant = new Date(at).toISOString();
        const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
        expect(toLocalDate(instant, zone)).toBe(zoned.toPlainDate().toString());
        expect(formatLocalTime(instant, zone)).toBe(zoned.toPlainTime().toString().slice(0, 5));
        const { from, until } = getMonthInterval(toLocalDate(instant, zone).slice(0, 7));
        expect(from <= instant && instant < until).toBe(true);
      }),
    );
  });

  it('contains each day once, under its weekday, and fills the last week', () => {
    fc.assert(
      fc.property(instants, at => {
        const month = new Date(at).toISOString().slice(0, 7);
        const weeks = listMonthWeeks(month);
        const days = weeks.flat().filter(day => day !== null);
        expect(days.filter(day => day.startsWith(month))).toHaveLength(Temporal.PlainYearMonth.from(month).daysInMonth);
        expect(new Set(days).size).toBe(days.length);
        expect(days[0]).toBe(`${month}-01`);
        expect(weeks.at(-1)).not.toContain(null);
        expect(weeks.at(-1)?.[0]?.startsWith(month)).toBe(true);
        const { from, until } = getMonthInterval(month);
        for (const zone of ZONES) {
          expect(toLocalDate(from, zone) < `${month}-01`).toBe(true);
          expect(toLocalDate(until, zone) > (days.at(-1) ?? '')).toBe(true);
        }
        for (const week of weeks) {
          for (const [place, day] of week.entries()) {
            if (day) expect(Temporal.PlainDate.from(day).dayOfWeek).toBe(place + 1);
          }
        }
      }),
    );
  });

  it('continues over the end of a year, and rejects invalid months', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-11', 14)]).toEqual([
      '2027-01',
      '2025-12',
      '2028-01',
    ]);
    expect([
      isIsoMonth('2026-13'),
      isIsoMonth(null),
      isIsoMonth('2026-02'),
      isIsoDate('2026-02-31x'),
      isIsoDate('2026-02-28'),
    ]).toEqual([false, false, true, false, true]);
    expect(formatLongDate('2026-11-23')).toBe('Monday, 23 November 2026');
    expect([...groupByLocalDate(['2026-11-30T18:29Z', '2026-11-30T18:30Z'], 'Asia/Kolkata').keys()]).toEqual([
      '2026-11-30',
      '2026-12-01',
    ]);
  });
});

it.each([
  ['America/New_York', '2026-11-23T10:00Z', 'Mira is in New York (GMT-5).'],
  ['America/New_York', '2026-07-23T10:00Z', 'Mira is in New York (GMT-4).'],
  ['America/Argentina/Buenos_Aires', '2026-11-23T10:00Z', 'Mira is in Buenos Aires (GMT-3).'],
  ['Asia/Kolkata', '2026-11-23T10:00Z', 'Mira is in Kolkata (GMT+5:30).'],
  ['UTC', '2026-11-23T10:00Z', 'Mira’s time zone is UTC.'],
  ['Etc/GMT+5', '2026-11-23T10:00Z', 'Mira’s time zone is Etc/GMT+5.'],
])('describes where the owner is in %s at %s', (timeZone, instant, text) => {
  expect(formatOwnerLocation('Mira Voss', timeZone, instant)).toBe(text);
});
