import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import {
  addExternalCalendar,
  fetchExternalCalendar,
  saveExternalCalendarFetch,
  listExternalCalendarSummaries,
  removeExternalCalendar,
} from '../actions/external-calendars.ts';
import { getCalendarFeedUrl, rotateCalendarFeedUrl } from '../actions/calendar-feed.ts';
import { type ExternalCalendarSummary, externalCalendarsContract } from '../contract.ts';

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
