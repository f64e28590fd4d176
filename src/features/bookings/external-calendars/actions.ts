import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { toDate } from '#platform/database/dates.ts';
import { type SafeFetchResult, SafeFetchError } from '#platform/http/safe-fetch.ts';
import { AppError } from '#shared/errors.ts';
import { lockBookingSettings } from '../lifecycle/queries/availability.ts';
import type { ExternalCalendarSummary } from './contract.ts';
import { parseBusyTimesInWorker } from './ical-worker/run-ical-worker.ts';
import {
  countUpcomingBusyTimes,
  type ExternalCalendarRow,
  findExternalCalendar,
  replaceBusyTimes,
  updateExternalCalendar,
} from './queries.ts';
import type { ParsedBusyTimes } from './rules/ical-busy-times.ts';

export type ExternalCalendarServices = Pick<ApiServices, 'db' | 'now' | 'encryption' | 'safeFetch'>;

/** Calendars are fetched every 15 minutes. Each failure doubles the delay, up to 12 hours. */
const FETCH_INTERVAL_MS = 15 * 60_000;
const MAX_RETRY_DELAY_MS = 12 * 60 * 60_000;

/** Days ahead for which busy times are stored: beyond the booking window, so calendars are rarely parsed again. */
const SYNC_WINDOW_DAYS = 400;

/** Milliseconds after which an unchanged calendar is parsed again, because its recurring events continue. */
const REPARSE_INTERVAL_MS = 7 * 86_400_000;

export const ENCRYPTION_CONTEXT = 'busy calendar';
export const NO_CALENDAR = 'This calendar no longer exists.';

/** Returns the DTO of a calendar. */
export function toExternalCalendarSummary(row: ExternalCalendarRow, upcoming: ReadonlyMap<number, number>) {
  const { id, name, host, lastError, warning } = row;
  const lastFetchedAt = row.lastFetchedAt?.toISOString() ?? null;
  const lastAttemptAt = row.lastAttemptAt?.toISOString() ?? null;
  return { id, name, host, upcomingBusyTimes: upcoming.get(id) ?? 0, lastFetchedAt, lastAttemptAt, lastError, warning };
}

/**
 * Fetches an external calendar and replaces its busy times. After a failure the old times stay, the reason is stored and
 * the retry delay grows. Throws NOT_FOUND.
 */
export async function refreshExternalCalendar(
  services: ExternalCalendarServices,
  id: number,
): Promise<ExternalCalendarSummary> {
  const { db, now } = services;
  const calendar = await findExternalCalendar(db, id);
  if (!calendar) throw new AppError('NOT_FOUND', NO_CALENDAR);
  const timeZone = await getTimeZone(db);
  const result = await fetchBusyTimes(services, calendar, timeZone);
  const lastAttemptAt = toDate(now());
  const failureCount = result?.ok === false ? calendar.failureCount + 1 : 0;
  const delay = Math.min(FETCH_INTERVAL_MS * 2 ** Math.min(failureCount, 20), MAX_RETRY_DELAY_MS);
  return db.transaction(async tx => {
    // The lock makes concurrent bookings see either all old or all new busy times.
    await lockBookingSettings(tx);
    const saved = await updateExternalCalendar(tx, id, {
      lastAttemptAt,
      lastError: result?.ok === false ? result.reason : null,
      failureCount,
      nextAttemptAt: new Date(lastAttemptAt.getTime() + delay),
      ...(failureCount === 0 && { lastFetchedAt: lastAttemptAt }),
      ...(result?.ok && {
        etag: result.etag ?? null,
        parsedAt: lastAttemptAt,
        parsedTimeZone: timeZone,
        warning: result.warning,
      }),
    });
    if (!saved) throw new AppError('NOT_FOUND', NO_CALENDAR);
    if (result?.ok) {
      const times = result.times.map(time => ({ startsAt: new Date(time.startsAt), endsAt: new Date(time.endsAt) }));
      await replaceBusyTimes(tx, id, times);
      await invalidateTag(tx, 'bookings');
    }
    return toExternalCalendarSummary(saved, await countUpcomingBusyTimes(tx, lastAttemptAt));
  });
}

/** Fetches and parses a calendar; null if it is unchanged. */
async function fetchBusyTimes(
  { encryption, safeFetch, now }: ExternalCalendarServices,
  calendar: ExternalCalendarRow,
  timeZone: string,
): Promise<(ParsedBusyTimes & { readonly etag?: string | null }) | null> {
  const url = encryption.decrypt(calendar.encryptedUrl, ENCRYPTION_CONTEXT);
  if (url === undefined) {
    return {
      ok: false,
      reason:
        'This site’s encryption key has changed, so the calendar’s link can’t be read. Remove the calendar and add it again.',
    };
  }
  let response: SafeFetchResult;
  try {
    const etag = needsReparse(calendar, timeZone, now()) ? undefined : (calendar.etag ?? undefined);
    response = await safeFetch(url, { accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1', etag });
  } catch (error) {
    if (error instanceof SafeFetchError) return { ok: false, reason: error.message };
    throw error;
  }
  if (!response.changed) return null;
  const options = { from: now().subtract({ hours: 48 }), until: now().add({ hours: 24 * SYNC_WINDOW_DAYS }), timeZone };
  const parsed = await parseBusyTimesInWorker(response.body.toString('utf8'), options);
  // Ignore an ETag that can't be sent back in a header.
  return { ...parsed, etag: response.etag && /^[\x21-\x7e]{1,200}$/.test(response.etag) ? response.etag : null };
}

/** Returns whether a full response is needed: never parsed, parsed in another zone, or parsed too long ago. */
function needsReparse({ parsedAt, parsedTimeZone }: ExternalCalendarRow, timeZone: string, now: Temporal.Instant) {
  if (parsedAt === null || parsedTimeZone !== timeZone) return true;
  return now.epochMilliseconds - parsedAt.getTime() > REPARSE_INTERVAL_MS;
}
