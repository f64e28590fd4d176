import { createHash } from 'node:crypto';
import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';
import { NO_STORE_HEADERS } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { getCalendarFeed, getCalendarFeedUrl, rotateCalendarFeedUrl } from './actions/calendar-feed.ts';
import {
  addExternalCalendar,
  fetchExternalCalendar,
  listExternalCalendarSummaries,
  removeExternalCalendar,
  saveExternalCalendarFetch,
} from './actions/external-calendars.ts';
import { type ExternalCalendarSummary, externalCalendarsContract } from './contract.ts';

const calendar = implement(externalCalendarsContract).$context<ApiContext>();

/** Fetches a calendar now and returns its summary. */
async function refresh(context: ApiContext, id: number): Promise<ExternalCalendarSummary> {
  const fetched = await fetchExternalCalendar(context, id);
  return context.db.transaction(tx => saveExternalCalendarFetch(tx, context, fetched));
}

export const externalCalendarsHandlers = calendar.router({
  listExternalCalendars: calendar.listExternalCalendars.handler(async ({ context }) => ({
    items: await listExternalCalendarSummaries(context.db, context),
  })),
  addExternalCalendar: calendar.addExternalCalendar.handler(async ({ context, input }) => {
    const { id } = await context.db.transaction(tx => addExternalCalendar(tx, context, input));
    // Fetch immediately, so the owner sees whether the URL works.
    return refresh(context, id);
  }),
  refreshExternalCalendar: calendar.refreshExternalCalendar.handler(({ context, input }) =>
    refresh(context, input.calendar),
  ),
  deleteExternalCalendar: calendar.deleteExternalCalendar.handler(async ({ context, input }) => {
    await context.db.transaction(tx => removeExternalCalendar(tx, input.calendar));
    return {};
  }),
  getFeed: calendar.getFeed.handler(({ context }) => getCalendarFeedUrl(context.db, context)),
  rotateFeed: calendar.rotateFeed.handler(({ context }) =>
    context.db.transaction(tx => rotateCalendarFeedUrl(tx, context)),
  ),
});

/** Serves the owner's bookings as a calendar at its secret URL. */
export function registerCalendarFeedRoutes(app: FastifyInstance, contextOf: (request: FastifyRequest) => ApiContext) {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    // Set first, so errors are not cached either.
    reply.headers(NO_STORE_HEADERS);
    const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
    if (!token) throw new AppError('NOT_FOUND', 'This calendar doesn’t exist.');
    const context = contextOf(request);
    const feed = await getCalendarFeed(context.db, context, token);
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
