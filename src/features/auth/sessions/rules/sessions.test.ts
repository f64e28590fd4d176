import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getSessionExpiry,
  extendSessionExpiry,
  IDLE_TIMEOUT_HOURS,
  isRecentlyAuthenticated,
  shouldUpdateActivity,
  ABSOLUTE_TIMEOUT_HOURS,
} from './sessions.ts';

const noon = Temporal.Instant.from('2026-11-20T12:00:00Z');

describe('a session', () => {
  it('counts as recently authenticated for five minutes', () => {
    expect(isRecentlyAuthenticated(noon, noon)).toBe(true);
    expect(isRecentlyAuthenticated(noon, noon.add({ minutes: 5 }))).toBe(true);
    expect(isRecentlyAuthenticated(noon, noon.add({ minutes: 5, milliseconds: 1 }))).toBe(false);
  });

  it('expires after a week without use, and after sixty days in any case', () => {
    const { expiresAt, endsAt } = getSessionExpiry(noon);
    expect(expiresAt.toString()).toBe('2026-11-27T12:00:00Z');
    expect(endsAt.toString()).toBe('2027-01-19T12:00:00Z');
  });

  it('is extended by use, never beyond its absolute end', () => {
    const { endsAt } = getSessionExpiry(noon);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ABSOLUTE_TIMEOUT_HOURS * 3600 }), seconds => {
        const now = noon.add({ seconds });
        const end = extendSessionExpiry(now, endsAt);
        expect(Temporal.Instant.compare(end, endsAt)).toBeLessThanOrEqual(0);
        const left = now.until(end).total('hours');
        expect(left).toBe(Math.min(IDLE_TIMEOUT_HOURS, now.until(endsAt).total('hours')));
      }),
    );
  });

  it.each([
    [0, false],
    [59, false],
    [60, true],
    [3600, true],
  ])('last used %i seconds ago: records the use: %s', (seconds, noted) => {
    expect(shouldUpdateActivity(noon, noon.add({ seconds }))).toBe(noted);
  });
});
