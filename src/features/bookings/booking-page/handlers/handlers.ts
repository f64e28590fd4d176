import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { pageOf } from '#shared/lists.ts';
import { authorizeBooking } from '../../lifecycle/actions/access.ts';
import { cancelBooking } from '../../lifecycle/actions/cancel.ts';
import { rescheduleBooking } from '../../lifecycle/actions/reschedule.ts';
import { getBookingDto } from '../actions.ts';
import { withSlotSuggestions } from '../../lifecycle/actions/slots.ts';
import { countBookings, listBookings, claimBookingsByEmail } from '../queries.ts';
import { bookingPageContract } from '../contract.ts';

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
