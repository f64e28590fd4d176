/** How long before expiry a session is refreshed, in milliseconds (specification, point 9). */
const REFRESH_AHEAD_MS = 5 * 60_000;

/** Delay before retrying a failed refresh, in milliseconds; doubles up to the maximum. */
const MIN_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = 960_000;

/** Longest delay a browser timer supports, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Returns the delay until the next refresh, in milliseconds, after this many consecutive failures. `expiresAt` and
 * `now` are milliseconds since 1970.
 */
export function getRefreshDelay(expiresAt: number, now: number, failures: number): number {
  if (failures > 0) return Math.min(MIN_BACKOFF_MS * 2 ** Math.min(failures - 1, 10), MAX_BACKOFF_MS);
  return Math.min(Math.max(expiresAt - REFRESH_AHEAD_MS - now, 0), MAX_TIMEOUT_MS);
}
