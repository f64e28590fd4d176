import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import {
  clearDateOverride,
  getAvailabilitySettings,
  saveWeeklyAvailability,
  saveBookingSettings,
  setDateOverrides,
} from '../actions/manage-availability.ts';
import {
  addExternalCalendar,
  fetchExternalCalendar,
  saveExternalCalendarFetch,
  listExternalCalendarSummaries,
  removeExternalCalendar,
} from '../actions/external-calendars.ts';
import { getCalendarFeedUrl, rotateCalendarFeedUrl } from '../actions/calendar-feed.ts';
import { createOwnerBooking, rescheduleOwnerBooking, recordBookingOutcome } from '../actions/owner-bookings.ts';
import { listCalendarDays, getTodaySummary } from '../actions/owner-calendar.ts';
import { type ExternalCalendarSummary, ownerCalendarContract } from '../contract/owner-calendar.ts';

const calendar = implement(ownerCalendarContract).$context<ApiContext>();

/** Fetches a calendar now and returns its summary. */
async function refresh(context: ApiContext, id: number): Promise<ExternalCalendarSummary> {
  const fetched = await fetchExternalCalendar(context, id);
  return context.db.transaction(tx => saveExternalCalendarFetch(tx, context, fetched));
}

export const ownerCalendarHandlers = calendar.router({
  days: calendar.days.handler(({ context, input }) => listCalendarDays(context.db, context, input)),
  today: calendar.today.handler(({ context }) => getTodaySummary(context.db, context)),
  book: calendar.book.handler(({ context, input: { submission: key, ...body } }) => {
    const once = { endpoint: 'calendar.book', key, body };
    const { userId } = requireUser(context);
    return context.db.transaction(tx =>
      withIdempotencyKey(tx, context, once, () => createOwnerBooking(tx, context, body, userId)),
    );
  }),
  move: calendar.move.handler(({ context, input }) => {
    const { userId } = requireUser(context);
    return context.db.transaction(tx => rescheduleOwnerBooking(tx, context, input, userId));
  }),
  settle: calendar.settle.handler(async ({ context, input: { booking: bookingId, outcome } }) => {
    const { userId: ownerId } = requireUser(context);
    const move = outcome === 'completed' ? 'complete' : 'markNoShow';
    const { id } = await context.db.transaction(tx => recordBookingOutcome(tx, context, { bookingId, move, ownerId }));
    return { number: id };
  }),
  availability: calendar.availability.handler(({ context }) => getAvailabilitySettings(context.db, context)),
  saveHours: calendar.saveHours.handler(({ context, input }) =>
    context.db.transaction(tx => saveWeeklyAvailability(tx, context, input)),
  ),
  saveRules: calendar.saveRules.handler(({ context, input }) =>
    context.db.transaction(tx => saveBookingSettings(tx, context, input)),
  ),
  setApart: calendar.setApart.handler(({ context, input }) =>
    context.db.transaction(tx => setDateOverrides(tx, context, input)),
  ),
  dropOverride: calendar.dropOverride.handler(({ context, input }) =>
    context.db.transaction(tx => clearDateOverride(tx, context, input.day)),
  ),
  busyCalendars: calendar.busyCalendars.handler(async ({ context }) => ({
    items: await listExternalCalendarSummaries(context.db, context),
  })),
  addBusyCalendar: calendar.addBusyCalendar.handler(async ({ context, input }) => {
    const { id } = await context.db.transaction(tx => addExternalCalendar(tx, context, input));
    // Fetch immediately, so the owner sees whether the URL works.
    return refresh(context, id);
  }),
  refreshBusyCalendar: calendar.refreshBusyCalendar.handler(({ context, input }) => refresh(context, input.calendar)),
  removeBusyCalendar: calendar.removeBusyCalendar.handler(async ({ context, input }) => {
    await context.db.transaction(tx => removeExternalCalendar(tx, input.calendar));
    return {};
  }),
  feed: calendar.feed.handler(({ context }) => getCalendarFeedUrl(context.db, context)),
  renewFeed: calendar.renewFeed.handler(({ context }) =>
    context.db.transaction(tx => rotateCalendarFeedUrl(tx, context)),
  ),
});
