import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPlainDate, formatDate, formatDateTime, estimateReadingMinutes } from './time.ts';

describe('formatDate', () => {
  it.each([
    ['2025-06-01T12:00:00Z', 'UTC', '01 Jun 2025'],
    ['2025-06-01T02:00:00Z', 'America/New_York', '31 May 2025'],
    ['2025-06-01T23:30:00Z', 'Asia/Dhaka', '02 Jun 2025'],
    ['2025-09-15T12:00:00Z', 'UTC', '15 Sep 2025'],
    ['2026-01-01T04:59:59Z', 'America/New_York', '31 Dec 2025'],
    ['2026-01-01T05:00:00Z', 'America/New_York', '01 Jan 2026'],
    ['2026-03-08T06:59:59Z', 'America/New_York', '08 Mar 2026'],
    ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', '01 Jan 2027'],
    ['2025-06-01T02:00:00+05:30', 'UTC', '31 May 2025'],
  ])('%s in %s is %s', (instant, timeZone, written) => {
    expect(formatDate(instant, timeZone)).toBe(written);
  });

  it('is always formatted like 01 Jun 2025 (specification, point 3), in every month and zone', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom('UTC', 'America/New_York', 'Asia/Dhaka', 'Pacific/Apia'), (date, zone) => {
        expect(formatDate(date.toISOString(), zone)).toMatch(
          /^(0[1-9]|[12]\d|3[01]) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}$/,
        );
      }),
    );
  });

  it('rejects an invalid instant or zone', () => {
    expect(() => formatDate('yesterday', 'UTC')).toThrow(RangeError);
    expect(() => formatDate('2025-06-01T12:00:00Z', 'Nowhere/Land')).toThrow(RangeError);
  });
});

describe('formatDateTime', () => {
  it.each([
    ['2026-11-20T12:00:00Z', 'UTC', '20 Nov 2026, 12:00 UTC'],
    ['2026-11-20T12:00:00Z', 'America/New_York', '20 Nov 2026, 07:00 GMT-5'],
    ['2026-07-20T04:05:59Z', 'America/New_York', '20 Jul 2026, 00:05 GMT-4'],
    ['2026-11-20T20:00:00Z', 'Asia/Dhaka', '21 Nov 2026, 02:00 GMT+6'],
  ])('%s in %s is %s', (instant, timeZone, written) => {
    expect(formatDateTime(instant, timeZone)).toBe(written);
  });
});

describe('formatPlainDate', () => {
  it('is the same day in any time zone of the machine', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), date => {
        const day = date.toISOString().slice(0, 10);
        const [year, , dayOfMonth] = day.split('-');
        const written = formatPlainDate(day);
        expect(written.slice(0, 2)).toBe(dayOfMonth);
        expect(written.slice(-4)).toBe(year);
      }),
    );
    expect(formatPlainDate('2025-06-01')).toBe('01 Jun 2025');
  });
});

describe('estimateReadingMinutes', () => {
  it.each([
    [0, 1],
    [1, 1],
    [220, 1],
    [329, 1],
    [330, 2],
    [500, 2],
    [1100, 5],
  ])('%i words take %i', (words, minutes) => {
    expect(estimateReadingMinutes(words)).toBe(minutes);
  });

  it('never decreases as a text grows', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(1000), (words, more) => {
        expect(estimateReadingMinutes(words + more)).toBeGreaterThanOrEqual(estimateReadingMinutes(words));
      }),
    );
  });
});
