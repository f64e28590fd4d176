import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { pageOf } from '#shared/lists.ts';
import { authorizeBooking } from '../actions/access.ts';
import { submitBookingDetails } from '../actions/submit-details.ts';
import { cancelBooking, rescheduleBooking } from '../actions/cancel.ts';
import { addBookingFile } from '../actions/files.ts';
import { createHold, priceConsultation } from '../actions/holds.ts';
import { getBookingDto, listConsultationOptions, listSlots } from '../actions/booking-dto.ts';
import { withSlotSuggestions } from '../actions/slots.ts';
import { bookingsContract } from '../contract/index.ts';
import { countBookings, listBookings, claimBookingsByEmail } from '../queries/booking-list.ts';

const bookings = implement(bookingsContract).$context<ApiContext>();

export const bookingsHandlers = bookings.router({
  consultations: bookings.consultations.handler(({ context }) => listConsultationOptions(context)),
  times: bookings.times.handler(async ({ context, input: { booking: reference, ...input } }) => {
    const except = reference === undefined ? null : (await authorizeBooking(context.db, context, reference)).booking;
    // A rescheduled booking keeps its duration, even if the offer has changed.
    const chosen = except ?? (await priceConsultation(context.db, input));
    const { minutes, total, currency } = chosen;
    return { minutes, total, currency, times: await listSlots(context, { ...input, minutes, except }) };
  }),
  hold: bookings.hold.handler(async ({ context, input }) => {
    const { submission: key, ...body } = input;
    const once = { endpoint: 'bookings.hold', key, body };
    return withSlotSuggestions(context, async () => {
      // Outside the transaction, which must be short because it locks the calendar.
      const chosen = await priceConsultation(context.db, input);
      return context.db.transaction(tx =>
        withIdempotencyKey(tx, context, once, () => createHold(tx, context, input, chosen)),
      );
    });
  }),
  enterDetails: bookings.enterDetails.handler(
    ({ context, input: { booking: reference, submission: key, ...body } }) => {
      const once = { endpoint: 'bookings.enterDetails', key, body: { reference, ...body } };
      return withSlotSuggestions(context, () =>
        context.db.transaction(tx =>
          withIdempotencyKey(tx, context, once, () => submitBookingDetails(tx, context, reference, body)),
        ),
      );
    },
  ),
  get: bookings.get.handler(({ context, input }) => getBookingDto(context, input.booking)),
  reschedule: bookings.reschedule.handler(({ context, input: { booking: reference, submission: key, startsAt } }) => {
    const once = { endpoint: 'bookings.reschedule', key, body: { reference, startsAt } };
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
  addFile: bookings.addFile.handler(({ context, input: { params, query, body } }) =>
    addBookingFile(context, params.booking, new File([body], query.name, { type: body.type })),
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
