import { describe, expect, it } from 'vitest';
import { findNextDay, shiftService } from './schedule.ts';

describe('the days of a schedule', () => {
  it.each([
    ['month', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    ['quarter', '2027-11-30', ['2027-11-30', '2028-02-29', '2028-05-30', '2028-08-30']],
    ['year', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28']],
  ] as const)('every %s from %s', (repeats, startsOn, days) => {
    const found: string[] = [];
    for (let last: string | null = null; found.length < days.length; ) {
      last = findNextDay({ startsOn, repeats, endsOn: null }, last);
      found.push(last ?? '');
    }
    expect(found).toEqual(days);
  });

  it('end', () => {
    const schedule = { startsOn: '2027-01-15', repeats: 'month', endsOn: '2027-02-15' } as const;
    expect(findNextDay(schedule, '2027-01-15')).toBe('2027-02-15');
    expect(findNextDay(schedule, '2027-02-15')).toBeNull();
  });
});

describe('the service period', () => {
  it.each([
    ['2027-01-01', '2027-01-31', '2027-01-31', '2027-02-28', '2027-02-01', '2027-02-28'],
    ['2027-02-01', '2027-02-28', '2027-02-28', '2027-03-28', '2027-03-01', '2027-03-31'],
    ['2027-01-10', '', '2027-02-01', '2027-04-01', '2027-03-10', ''],
    ['', '', '2027-02-01', '2027-04-01', '', ''],
  ])('from %j to %j moves along', (serviceFrom, serviceUntil, startsOn, day, from, until) => {
    const shifted = shiftService({ serviceFrom, serviceUntil }, startsOn, day);
    expect(shifted).toEqual({ serviceFrom: from, serviceUntil: until });
  });
});
