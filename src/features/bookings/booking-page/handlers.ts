import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { NO_STORE_HEADERS, toContentDisposition } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import { authorizeBooking } from '../lifecycle/actions/access.ts';
import { renderBookingIcs } from '../lifecycle/actions/calendar-entry.ts';
import { withSlotSuggestions } from '../lifecycle/actions/slots.ts';
import { cancelBooking, rescheduleBooking } from '../lifecycle/actions/transitions.ts';
import { getBookingDto } from './actions.ts';
import { bookingPageContract } from './contract.ts';
import { claimBookingsByEmail, countBookings, listBookings } from './queries.ts';

const bookings = implement(bookingPageContract).$context<ApiContext>();

export const bookingPageHandlers = bookings.router({
  get: bookings.get.handler(({ context, input }) => getBookingDto(context, input.booking)),
  reschedule: bookings.reschedule.handler(({ context, input: { booking: reference, idempotencyKey, startsAt } }) => {
    const once = { endpoint: 'bookings.reschedule', key: idempotencyKey, body: { reference, startsAt } };
    return withSlotSuggestions(context, () =>
      context.db.transaction(tx =>
        withIdempotencyKey(tx, context, once, async () => {
          const { booking, party: actor, actorId } = await authorizeBooking(tx, context, reference);
          const request = { bookingId: booking.id, actor, actorId, startsAt: new Date(startsAt) };
          return { number: (await rescheduleBooking(tx, context, request)).id };
        }),
      ),
    );
  }),
  cancel: bookings.cancel.handler(({ context, input: { booking: reference, reason } }) =>
    context.db.transaction(async tx => {
      const { booking, party: actor, actorId } = await authorizeBooking(tx, context, reference);
      const request = { bookingId: booking.id, actor, actorId, ...(reason ? { reason } : {}) };
      return { number: (await cancelBooking(tx, context, request)).id };
    }),
  ),
  list: bookings.list.handler(async ({ context, input }) => {
    const viewer = requireUser(context);
    await claimBookingsByEmail(context.db, viewer);
    const now = new Date(context.now().epochMilliseconds);
    const [items, total] = await Promise.all([
      listBookings(context.db, viewer, input, now),
      countBookings(context.db, viewer, input, now),
    ]);
    return pageOf(input, items, total);
  }),
});

/** Registers the route of a booking's calendar entry, for both parties. */
export function registerCalendarEntryRoute(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  app.get<{ Params: { booking: string } }>('/booking/:booking/consultation.ics', async (request, reply) => {
    reply.headers(NO_STORE_HEADERS);
    const context = await contextOf(request);
    const { booking } = await authorizeBooking(context.db, context, request.params.booking);
    if (booking.state !== 'confirmed' && booking.state !== 'completed') {
      throw new AppError('NOT_FOUND', 'This consultation is not booked, so there is nothing to enter in a calendar.');
    }
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': toContentDisposition(`consultation-${booking.id}.ics`),
      })
      .send(await renderBookingIcs(context.db, context, booking, null));
  });
}
