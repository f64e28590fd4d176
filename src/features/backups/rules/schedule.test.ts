import { describe, expect, it } from 'vitest';
import { isBackupDue, nextBackupAt } from './schedule.ts';

const at = (text: string) => Temporal.Instant.from(text);
const berlin = { hour: 3, timeZone: 'Europe/Berlin' };

describe('isBackupDue', () => {
  it.each([
    ['before the hour', '2026-01-09T02:05:00Z', '2026-01-10T01:59:00Z', false],
    ['at the hour', '2026-01-09T02:05:00Z', '2026-01-10T02:00:00Z', true],
    ['after a night without power', '2026-01-07T02:05:00Z', '2026-01-10T01:00:00Z', true],
    ['already done today', '2026-01-10T02:00:01Z', '2026-01-10T20:00:00Z', false],
    ['started exactly at the hour', '2026-01-10T02:00:00Z', '2026-01-10T02:00:00Z', false],
    ['a schedule set after the hour', '2026-01-10T09:00:00Z', '2026-01-10T23:00:00Z', false],
    // The clock jumps from 2:00 to 3:00 in Berlin at 1:00 UTC.
    ['when daylight saving time begins', '2026-03-28T02:05:00Z', '2026-03-29T01:00:00Z', true],
    ['when it ends', '2026-10-24T01:05:00Z', '2026-10-25T01:59:00Z', false],
    ['an hour later', '2026-10-24T01:05:00Z', '2026-10-25T02:00:00Z', true],
  ])('%s', (_name, since, now, due) => {
    expect(isBackupDue(berlin, at(since), at(now))).toBe(due);
  });

  it('runs at 3:00 if 2:00 doesn’t exist', () => {
    const schedule = { hour: 2, timeZone: 'Europe/Berlin' };
    expect(isBackupDue(schedule, at('2026-03-28T01:05:00Z'), at('2026-03-29T00:59:00Z'))).toBe(false);
    expect(isBackupDue(schedule, at('2026-03-28T01:05:00Z'), at('2026-03-29T01:00:00Z'))).toBe(true);
  });
});

describe('nextBackupAt', () => {
  it.each([
    ['2026-01-10T01:59:00Z', '2026-01-10T02:00:00Z'],
    ['2026-01-10T02:00:00Z', '2026-01-11T02:00:00Z'],
    ['2026-10-24T12:00:00Z', '2026-10-25T02:00:00Z'],
  ])('after %s is %s', (now, next) => {
    expect(nextBackupAt(berlin, at(now)).toString()).toBe(next);
  });
});
