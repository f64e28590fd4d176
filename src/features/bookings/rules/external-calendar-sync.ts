import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Fetches the owner's other calendars. */
export const syncExternalCalendarsQueue = createRecurringQueue('bookings.busy-calendars', 900);

const QUARTER = 15 * 60_000;

/** The longest wait after failures: a calendar that is gone is asked for twice a day. */
const LONGEST_WAIT = 12 * 60 * 60_000;

/** Milliseconds until a calendar is fetched again: a quarter of an hour, and twice as long with each failure in a row. */
export function getRetryDelay(failures: number): number {
  return Math.min(QUARTER * 2 ** Math.min(failures, 20), LONGEST_WAIT);
}

/** Days ahead for which busy times are kept: more than can be booked, so that a calendar is seldom read anew. */
export const SYNC_WINDOW_DAYS = 400;

/** A calendar that says it has not changed is read again after so many milliseconds: its repeating events run on. */
export const REPARSE_INTERVAL_MS = 7 * 86_400_000;
