/** A session is refreshed so long before it ends, in milliseconds (specification, point 9). */
const REFRESH_AHEAD_MS = 5 * 60_000;

/** After a refresh that failed the next try waits so long, in milliseconds, then twice as long each time, up to the longest. */
const MIN_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = 960_000;

/** A timer of a browser cannot be set further ahead than this many milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * In how many milliseconds a session that ends at `expiresAt` (milliseconds since 1970, as `now`) is to be refreshed,
 * after so many tries in a row have failed.
 */
export function getRefreshDelay(expiresAt: number, now: number, failures: number): number {
  if (failures > 0) return Math.min(MIN_BACKOFF_MS * 2 ** Math.min(failures - 1, 10), MAX_BACKOFF_MS);
  return Math.min(Math.max(expiresAt - REFRESH_AHEAD_MS - now, 0), MAX_TIMEOUT_MS);
}
