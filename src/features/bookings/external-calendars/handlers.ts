import { createHash } from 'node:crypto';
import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ical, { escape, ICalEventStatus } from 'ical-generator';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { toDate } from '#platform/database/dates.ts';
import { NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { AppError } from '#shared/errors.ts';
import { getIcalUid, ICAL_PRODUCT } from '../lifecycle/actions/calendar-entry.ts';
import { MAX_EXTERNAL_CALENDARS } from '../lifecycle/contract/limits.ts';
import { getBookingSettings, lockBookingSettings, updateBookingSettings } from '../lifecycle/queries/availability.ts';
import { ENCRYPTION_CONTEXT, NO_CALENDAR, refreshExternalCalendar, toExternalCalendarSummary } from './actions.ts';
import { externalCalendarsContract } from './contract.ts';
import {
  countUpcomingBusyTimes,
  deleteExternalCalendar,
  insertExternalCalendar,
  listExternalCalendars,
  listFeedBookings,
} from './queries.ts';

const calendar = implement(externalCalendarsContract).$context<ApiContext>();

type Keys = Pick<ApiServices, 'encryption' | 'siteUrl'>;

const tokenOf = ({ encryption }: Keys, version: number) => encryption.deriveToken(`calendar feed ${version}`);
const urlOf = (keys: Keys, version: number) => keys.siteUrl + dashboardPaths.calendarFeed(tokenOf(keys, version));

export const externalCalendarsHandlers = calendar.router({
  listExternalCalendars: calendar.listExternalCalendars.handler(async ({ context: { db, now } }) => {
    const rows = await listExternalCalendars(db);
    const upcoming = await countUpcomingBusyTimes(db, toDate(now()));
    return { items: rows.map(row => toExternalCalendarSummary(row, upcoming)) };
  }),
  addExternalCalendar: calendar.addExternalCalendar.handler(async ({ context, input }) => {
    // Calendar apps share webcal: URLs, which mean https:.
    const url = URL.parse(input.url.replace(/^webcals?:/i, 'https:'));
    if (url?.protocol !== 'https:' || url.username || url.password) {
      const message = 'Enter a link that starts with https:// and doesn’t contain a user name or password.';
      throw new AppError('UNPROCESSABLE', message, { url: message });
    }
    const { id } = await context.db.transaction(async tx => {
      await lockBookingSettings(tx);
      if ((await listExternalCalendars(tx)).length >= MAX_EXTERNAL_CALENDARS) {
        throw new AppError('CONFLICT', `You can add up to ${MAX_EXTERNAL_CALENDARS} calendars. Remove one first.`);
      }
      const createdAt = toDate(context.now());
      return insertExternalCalendar(tx, {
        name: input.name,
        encryptedUrl: context.encryption.encrypt(url.href, ENCRYPTION_CONTEXT),
        host: url.host,
        nextAttemptAt: createdAt,
        createdAt,
      });
    });
    // Fetch immediately, so the owner sees whether the URL works.
    return refreshExternalCalendar(context, id);
  }),
  refreshExternalCalendar: calendar.refreshExternalCalendar.handler(({ context, input }) =>
    refreshExternalCalendar(context, input.calendar),
  ),
  deleteExternalCalendar: calendar.deleteExternalCalendar.handler(
    inTransaction(async (tx, _context, input) => {
      await lockBookingSettings(tx);
      if (!(await deleteExternalCalendar(tx, input.calendar))) throw new AppError('NOT_FOUND', NO_CALENDAR);
      await invalidateTag(tx, 'bookings');
      return {};
    }),
  ),
  getFeed: calendar.getFeed.handler(async ({ context }) => ({
    url: urlOf(context, (await getBookingSettings(context.db)).feedVersion),
  })),
  rotateFeed: calendar.rotateFeed.handler(
    inTransaction(async (tx, context) => {
      const { feedVersion, version } = await lockBookingSettings(tx);
      await updateBookingSettings(tx, { feedVersion: feedVersion + 1 }, version);
      return { url: urlOf(context, feedVersion + 1) };
    }),
  ),
});

/** How long past bookings stay in the feed, in milliseconds: about three months. */
const PAST_EVENT_RETENTION_MS = 92 * 86_400_000;

/**
 * Renders the owner's bookings as an iCalendar feed. It contains the time, title and client's name only, because
 * calendars are shared and shown on lock screens. The same bookings always give the same text.
 */
async function renderCalendarFeed({ db, now, siteUrl }: ApiContext, meetingLocation: string) {
  const rows = await listFeedBookings(db, new Date(now().epochMilliseconds - PAST_EVENT_RETENTION_MS));
  const { profile } = await getSiteSections(db, ['profile']);
  // The library escapes all texts except the calendar's name.
  const feed = ical({ name: escape(`Consultations with ${profile.name}`, false), prodId: ICAL_PRODUCT, ttl: 60 * 15 });
  for (const { id, title, clientName, startsAt, endsAt, sequence, updatedAt } of rows) {
    feed.createEvent({
      id: getIcalUid(id, siteUrl),
      start: startsAt,
      end: endsAt,
      stamp: updatedAt,
      sequence,
      summary: clientName ? `${title}: ${clientName}` : title,
      status: ICalEventStatus.CONFIRMED,
      ...(meetingLocation ? { location: meetingLocation } : {}),
    });
  }
  return feed.toString();
}

/** Serves the owner's bookings as a calendar at its secret URL. */
export function registerCalendarFeedRoutes(app: FastifyInstance, contextOf: (request: FastifyRequest) => ApiContext) {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    // Set first, so errors are not cached either.
    reply.headers(NO_STORE_HEADERS);
    const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
    const context = contextOf(request);
    const { feedVersion, meetingLocation } = await getBookingSettings(context.db);
    if (!token || !isEqualConstantTime(token, tokenOf(context, feedVersion))) {
      throw new AppError('NOT_FOUND', 'This calendar doesn’t exist.');
    }
    const feed = await renderCalendarFeed(context, meetingLocation);
    // Weak, since the same answer also goes out compressed (RFC 9110, 8.8.1).
    const etag = `W/"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'cache-control': 'private, no-cache', etag });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="calendar.ics"',
      })
      .send(feed);
  });
}
