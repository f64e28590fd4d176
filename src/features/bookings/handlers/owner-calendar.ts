import { implement } from '@orpc/server';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { onceOnly } from '#platform/api/idempotency.ts';
import { dropOverride, readAvailability, saveHours, saveRules, setApart } from '../actions/manage-availability.ts';
import {
  addBusyCalendar,
  fetchBusyCalendar,
  keepFetched,
  listCalendars,
  removeBusyCalendar,
} from '../actions/external-calendars.ts';
import { readFeedAddress, renewFeedAddress } from '../actions/calendar-feed.ts';
import { bookForOwner, moveForOwner, settleBooking } from '../actions/owner-bookings.ts';
import { readDays, readToday } from '../actions/owner-calendar.ts';
import { type BusyCalendarLine, calendarContract } from '../contract/owner-calendar.ts';

const calendar = implement(calendarContract).$context<ApiContext>();

/** Fetches a calendar now, and tells how it stands. */
async function refresh(context: ApiContext, id: number): Promise<BusyCalendarLine> {
  const fetched = await fetchBusyCalendar(context, id);
  return context.db.transaction(tx => keepFetched(tx, context, fetched));
}

/** The owner's side of consultations. */
export const calendarHandlers = calendar.router({
  days: calendar.days.handler(({ context, input }) => readDays(context.db, context, input)),
  today: calendar.today.handler(({ context }) => readToday(context.db, context)),
  book: calendar.book.handler(({ context, input: { submission: key, ...body } }) => {
    const once = { endpoint: 'calendar.book', key, body };
    const { userId } = signedInActor(context);
    return context.db.transaction(tx => onceOnly(tx, context, once, () => bookForOwner(tx, context, body, userId)));
  }),
  move: calendar.move.handler(({ context, input }) => {
    const { userId } = signedInActor(context);
    return context.db.transaction(tx => moveForOwner(tx, context, input, userId));
  }),
  settle: calendar.settle.handler(async ({ context, input: { booking: bookingId, outcome } }) => {
    const { userId: ownerId } = signedInActor(context);
    const move = outcome === 'completed' ? 'complete' : 'markNoShow';
    const { id } = await context.db.transaction(tx => settleBooking(tx, context, { bookingId, move, ownerId }));
    return { number: id };
  }),
  availability: calendar.availability.handler(({ context }) => readAvailability(context.db, context)),
  saveHours: calendar.saveHours.handler(({ context, input }) =>
    context.db.transaction(tx => saveHours(tx, context, input)),
  ),
  saveRules: calendar.saveRules.handler(({ context, input }) =>
    context.db.transaction(tx => saveRules(tx, context, input)),
  ),
  setApart: calendar.setApart.handler(({ context, input }) =>
    context.db.transaction(tx => setApart(tx, context, input)),
  ),
  dropOverride: calendar.dropOverride.handler(({ context, input }) =>
    context.db.transaction(tx => dropOverride(tx, context, input.day)),
  ),
  busyCalendars: calendar.busyCalendars.handler(async ({ context }) => ({
    items: await listCalendars(context.db, context),
  })),
  addBusyCalendar: calendar.addBusyCalendar.handler(async ({ context, input }) => {
    const { id } = await context.db.transaction(tx => addBusyCalendar(tx, context, input));
    // At once and not by a job: whoever adds it wants to know whether the address is right.
    return refresh(context, id);
  }),
  refreshBusyCalendar: calendar.refreshBusyCalendar.handler(({ context, input }) => refresh(context, input.calendar)),
  removeBusyCalendar: calendar.removeBusyCalendar.handler(async ({ context, input }) => {
    await context.db.transaction(tx => removeBusyCalendar(tx, input.calendar));
    return {};
  }),
  feed: calendar.feed.handler(({ context }) => readFeedAddress(context.db, context)),
  renewFeed: calendar.renewFeed.handler(({ context }) => context.db.transaction(tx => renewFeedAddress(tx, context))),
});
