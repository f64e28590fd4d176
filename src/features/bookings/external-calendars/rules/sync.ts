import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

export const syncExternalCalendarsQueue = createRecurringQueue('bookings.sync_external_calendars', 900);

const QUARTER = 15 * 60_000;

/** Longest delay after failures: a dead calendar is fetched twice a day. */
const LONGEST_WAIT = 12 * 60 * 60_000;

/** Returns the milliseconds until the next fetch: a quarter of an hour, doubled with each consecutive failure. */
export function getRetryDelay(failures: number): number {
  return Math.min(QUARTER * 2 ** Math.min(failures, 20), LONGEST_WAIT);
}

/** Days ahead for which busy times are stored: more than can be booked, so calendars are rarely parsed again. */
export const SYNC_WINDOW_DAYS = 400;

/** Milliseconds after which an unchanged calendar is parsed again, because its recurring events continue. */
export const REPARSE_INTERVAL_MS = 7 * 86_400_000;
