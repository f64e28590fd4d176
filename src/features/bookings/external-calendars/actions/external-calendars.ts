import { findTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { type SafeFetchResult, SafeFetchError } from '#platform/http/safe-fetch.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_EXTERNAL_CALENDARS } from '../../lifecycle/contract/limits.ts';
import type { ExternalCalendarSummary } from '../contract.ts';
import { parseBusyTimesInWorker } from '../ical-worker/run-ical-worker.ts';
import { lockBookingSettings } from '../../lifecycle/queries/availability.ts';
import {
  type ExternalCalendarRow,
  countExternalCalendars,
  deleteExternalCalendar,
  findExternalCalendar,
  insertExternalCalendar,
  listExternalCalendars,
  replaceBusyTimes,
  updateExternalCalendar,
  countUpcomingBusyTimes,
} from '../queries.ts';
import type { ParsedBusyTimes } from '../rules/ical-busy-times.ts';

export type ExternalCalendarServices = Pick<ApiServices, 'db' | 'now' | 'encryption' | 'dist' | 'safeFetch'>;

/** A calendar is fetched each quarter of an hour. Failures double the delay, up to twice a day. */
const FETCH_INTERVAL_MS = 15 * 60_000;
const MAX_RETRY_DELAY_MS = 12 * 60 * 60_000;

/** Days ahead for which busy times are stored: more than can be booked, so calendars are rarely parsed again. */
const SYNC_WINDOW_DAYS = 400;

/** Milliseconds after which an unchanged calendar is parsed again, because its recurring events continue. */
const REPARSE_INTERVAL_MS = 7 * 86_400_000;

const ENCRYPTION_CONTEXT = 'busy calendar';
const NOT_THERE = 'This calendar doesn’t exist anymore.';

/** Returns the external calendars with their upcoming busy times. */
export async function listExternalCalendarSummaries(
  db: Db,
  { now }: Pick<ApiServices, 'now'>,
): Promise<ExternalCalendarSummary[]> {
  const rows = await listExternalCalendars(db);
  const ahead = await countUpcomingBusyTimes(db, new Date(now().epochMilliseconds));
  return rows.map(row => lineOf(row, ahead.get(row.id) ?? 0));
}

function lineOf(row: ExternalCalendarRow, upcomingBusyTimes: number): ExternalCalendarSummary {
  const { id, name, host, lastError, warning } = row;
  const lastFetchedAt = row.lastFetchedAt?.toISOString() ?? null;
  const lastAttemptAt = row.lastAttemptAt?.toISOString() ?? null;
  return { id, name, host, upcomingBusyTimes, lastFetchedAt, lastAttemptAt, lastError, warning };
}

/**
 * Adds an external calendar; its URL is stored encrypted. Throws UNPROCESSABLE for an invalid URL, and CONFLICT if the
 * maximum number is reached.
 */
export async function addExternalCalendar(
  tx: Transaction,
  { now, encryption }: Pick<ApiServices, 'now' | 'encryption'>,
  { name, url: address }: { readonly name: string; readonly url: string },
): Promise<ExternalCalendarRow> {
  // Programs share calendars as webcal: URLs, which mean https:.
  const url = URL.parse(address.replace(/^webcals?:/i, 'https:'));
  if (url?.protocol !== 'https:' || url.username || url.password) {
    const sentence = 'Give an address that begins with https:// and has no name or password in it.';
    throw new AppError('UNPROCESSABLE', sentence, { url: sentence });
  }
  await lockBookingSettings(tx);
  if ((await countExternalCalendars(tx)) >= MAX_EXTERNAL_CALENDARS) {
    throw new AppError('CONFLICT', `There are ${MAX_EXTERNAL_CALENDARS} calendars already. Remove one first.`);
  }
  const createdAt = new Date(now().epochMilliseconds);
  return insertExternalCalendar(tx, {
    name,
    encryptedUrl: encryption.encrypt(url.href, ENCRYPTION_CONTEXT),
    host: url.host,
    nextAttemptAt: createdAt,
    createdAt,
  });
}

/** Throws NOT_FOUND if the calendar does not exist. */
export async function removeExternalCalendar(tx: Transaction, id: number): Promise<void> {
  await lockBookingSettings(tx);
  if (!(await deleteExternalCalendar(tx, id))) throw new AppError('NOT_FOUND', NOT_THERE);
  await invalidateTag(tx, 'bookings');
}

/** The result of a fetch, and the time zone used to parse it. */
interface ExternalCalendarFetch {
  readonly calendar: ExternalCalendarRow;
  /** Null if the calendar is unchanged. */
  readonly result: (ParsedBusyTimes & { readonly etag?: string | null }) | null;
  readonly timeZone: string;
}

/** Fetches and parses an external calendar, outside any transaction. Throws NOT_FOUND. */
export async function fetchExternalCalendar(
  { db, encryption, safeFetch, dist, now }: ExternalCalendarServices,
  id: number,
): Promise<ExternalCalendarFetch> {
  const calendar = await findExternalCalendar(db, id);
  if (!calendar) throw new AppError('NOT_FOUND', NOT_THERE);
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const failed = (reason: string) => ({ calendar, timeZone, result: { ok: false, reason } as const });
  const address = encryption.decrypt(calendar.encryptedUrl, ENCRYPTION_CONTEXT);
  if (address === undefined) {
    return failed('Its address was sealed with another key of this site. Remove it, and add it again.');
  }
  let answer: SafeFetchResult;
  try {
    const etag = isReadAnew(calendar, timeZone, now()) ? undefined : (calendar.etag ?? undefined);
    answer = await safeFetch(address, { accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1', etag });
  } catch (error) {
    if (error instanceof SafeFetchError) return failed(error.message);
    throw error;
  }
  if (!answer.changed) return { calendar, timeZone, result: null };
  const reading = { from: now().subtract({ hours: 48 }), until: now().add({ hours: 24 * SYNC_WINDOW_DAYS }), timeZone };
  const read = await parseBusyTimesInWorker(answer.body.toString('utf8'), reading, dist);
  // Ignore an ETag that can't be sent back in a header.
  const etag = answer.etag && /^[\x21-\x7e]{1,200}$/.test(answer.etag) ? answer.etag : null;
  return { calendar, timeZone, result: { ...read, etag } };
}

/** Returns whether a full response is needed: never parsed, parsed in another zone, or parsed too long ago. */
function isReadAnew({ parsedAt, parsedTimeZone }: ExternalCalendarRow, timeZone: string, now: Temporal.Instant) {
  if (parsedAt === null || parsedTimeZone !== timeZone) return true;
  return now.epochMilliseconds - parsedAt.getTime() > REPARSE_INTERVAL_MS;
}

/**
 * Replaces a calendar's busy times with the fetched ones. After a failure the old times stay, the reason is stored and
 * the retry delay grows. Throws NOT_FOUND if the calendar has been removed.
 */
export async function saveExternalCalendarFetch(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  { calendar: { id, failureCount }, result, timeZone }: ExternalCalendarFetch,
): Promise<ExternalCalendarSummary> {
  const lastAttemptAt = new Date(now().epochMilliseconds);
  const failures = result?.ok === false ? failureCount + 1 : 0;
  const delay = Math.min(FETCH_INTERVAL_MS * 2 ** Math.min(failures, 20), MAX_RETRY_DELAY_MS);
  const set: Partial<ExternalCalendarRow> = {
    lastAttemptAt,
    lastError: result?.ok === false ? result.reason : null,
    failureCount: failures,
    nextAttemptAt: new Date(lastAttemptAt.getTime() + delay),
    ...(failures === 0 && { lastFetchedAt: lastAttemptAt }),
    ...(result?.ok && {
      etag: result.etag ?? null,
      parsedAt: lastAttemptAt,
      parsedTimeZone: timeZone,
      warning: result.warning,
    }),
  };
  // The lock makes concurrent bookings see either all old or all new busy times.
  await lockBookingSettings(tx);
  const saved = await updateExternalCalendar(tx, id, set);
  if (!saved) throw new AppError('NOT_FOUND', NOT_THERE);
  if (result?.ok) {
    const times = result.times.map(time => ({ startsAt: new Date(time.startsAt), endsAt: new Date(time.endsAt) }));
    await replaceBusyTimes(tx, id, times);
    await invalidateTag(tx, 'bookings');
  }
  const ahead = await countUpcomingBusyTimes(tx, lastAttemptAt);
  return lineOf(saved, ahead.get(id) ?? 0);
}
