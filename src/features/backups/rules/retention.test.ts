import { describe, expect, it } from 'vitest';
import { findExpiredBackups } from './retention.ts';

const backupOf = (createdAt: Temporal.Instant) => ({ name: createdAt.toString(), createdAt });
const daily = (days: number, from = '2025-01-01T03:00:00Z') =>
  Array.from({ length: days }, (_, day) => backupOf(Temporal.Instant.from(from).add({ hours: 24 * day })));

describe('findExpiredBackups', () => {
  it('keeps 7 days, 4 weeks and 6 months of a year of daily backups', () => {
    const backups = daily(365);
    const expired = findExpiredBackups(backups, 'UTC');
    const kept = backups.filter(backup => !expired.includes(backup)).map(({ name }) => name.slice(0, 10));
    // December 31, 2025 is a Wednesday.
    expect(kept).toEqual([
      '2025-07-31',
      '2025-08-31',
      '2025-09-30',
      '2025-10-31',
      '2025-11-30',
      '2025-12-14',
      '2025-12-21',
      '2025-12-25',
      '2025-12-26',
      '2025-12-27',
      '2025-12-28',
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
    ]);
  });

  it('never deletes the newest backup, or any of a site that is a week old', () => {
    expect(findExpiredBackups([], 'UTC')).toEqual([]);
    expect(findExpiredBackups(daily(7), 'UTC')).toEqual([]);
  });

  it('keeps the last backup of each day in the owner’s time zone', () => {
    const [early, late] = ['2026-01-02T04:00:00Z', '2026-01-02T22:00:00Z'].map(at =>
      backupOf(Temporal.Instant.from(at)),
    );
    if (!early || !late) throw new Error('No backups.');
    expect(findExpiredBackups([early, late], 'UTC')).toEqual([early]);
    // In New York, the first is still on January 1.
    expect(findExpiredBackups([early, late], 'America/New_York')).toEqual([]);
  });

  it('keeps the same number whether it runs every day or once', () => {
    let backups: ReturnType<typeof daily> = [];
    const all = daily(200);
    for (const backup of all) {
      backups.push(backup);
      const expired = findExpiredBackups(backups, 'UTC');
      backups = backups.filter(each => !expired.includes(each));
    }
    const expired = findExpiredBackups(all, 'UTC');
    // Weeks and months end with different days, so a daily run may keep other days of the same periods.
    expect(backups.length).toBe(all.length - expired.length);
    expect(backups.at(-1)).toBe(all.at(-1));
  });
});
