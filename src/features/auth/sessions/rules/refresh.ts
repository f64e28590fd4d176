/** A session is refreshed so long before it ends, in milliseconds (specification, point 9). */
const AHEAD = 5 * 60_000;

/** After a refresh that failed the next try waits so long, in milliseconds, then twice as long each time, up to the longest. */
const FIRST_WAIT = 30_000;
const LONGEST_WAIT = 960_000;

/** A timer of a browser cannot be set further ahead than this many milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * In how many milliseconds a session that ends at `expiresAt` (milliseconds since 1970, as `now`) is to be refreshed,
 * after so many tries in a row have failed.
 */
export function refreshDelay(expiresAt: number, now: number, failures: number): number {
  if (failures > 0) return Math.min(FIRST_WAIT * 2 ** Math.min(failures - 1, 10), LONGEST_WAIT);
  return Math.min(Math.max(expiresAt - AHEAD - now, 0), LONGEST_TIMER);
}
