import { implement } from '@orpc/server';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { onceOnly } from '#platform/api/idempotency.ts';
import { pageOf } from '#shared/lists.ts';
import { openBooking } from '../actions/access.ts';
import { enterDetails } from '../actions/submit-details.ts';
import { cancelBooking, rescheduleBooking } from '../actions/cancel.ts';
import { addBookingFile } from '../actions/files.ts';
import { holdTime, readChosen } from '../actions/holds.ts';
import { readBooking, readConsultations, readTimes } from '../actions/booking-dto.ts';
import { withNextFree } from '../actions/slots.ts';
import { bookingsContract } from '../contract/index.ts';
import { countBookings, listBookings, updateBookerByAddress } from '../queries/booking-list.ts';

const bookings = implement(bookingsContract).$context<ApiContext>();

export const bookingsHandlers = bookings.router({
  consultations: bookings.consultations.handler(({ context }) => readConsultations(context)),
  times: bookings.times.handler(async ({ context, input: { booking: reference, ...input } }) => {
    const except = reference === undefined ? null : (await openBooking(context.db, context, reference)).booking;
    // What is moved keeps its length, whatever is offered by now.
    const chosen = except ?? (await readChosen(context.db, input));
    const { minutes, total, currency } = chosen;
    return { minutes, total, currency, times: await readTimes(context, { ...input, minutes, except }) };
  }),
  hold: bookings.hold.handler(async ({ context, input }) => {
    const { submission: key, ...body } = input;
    const once = { endpoint: 'bookings.hold', key, body };
    return withNextFree(context, async () => {
      // Before the transaction, which has to be short: others wait for the calendar.
      const chosen = await readChosen(context.db, input);
      return context.db.transaction(tx => onceOnly(tx, context, once, () => holdTime(tx, context, input, chosen)));
    });
  }),
  enterDetails: bookings.enterDetails.handler(
    ({ context, input: { booking: reference, submission: key, ...body } }) => {
      const once = { endpoint: 'bookings.enterDetails', key, body: { reference, ...body } };
      return withNextFree(context, () =>
        context.db.transaction(tx => onceOnly(tx, context, once, () => enterDetails(tx, context, reference, body))),
      );
    },
  ),
  get: bookings.get.handler(({ context, input }) => readBooking(context, input.booking)),
  reschedule: bookings.reschedule.handler(({ context, input: { booking: reference, submission: key, startsAt } }) => {
    const once = { endpoint: 'bookings.reschedule', key, body: { reference, startsAt } };
    return withNextFree(context, () =>
      context.db.transaction(tx =>
        onceOnly(tx, context, once, async () => {
          const { booking, side: actor, actorId } = await openBooking(tx, context, reference);
          const request = { bookingId: booking.id, actor, actorId, startsAt: new Date(startsAt) };
          return { number: (await rescheduleBooking(tx, context, request)).id };
        }),
      ),
    );
  }),
  cancel: bookings.cancel.handler(({ context, input: { booking: reference, reason } }) =>
    context.db.transaction(async tx => {
      const { booking, side: actor, actorId } = await openBooking(tx, context, reference);
      const request = { bookingId: booking.id, actor, actorId, ...(reason ? { reason } : {}) };
      return { number: (await cancelBooking(tx, context, request)).id };
    }),
  ),
  addFile: bookings.addFile.handler(({ context, input: { params, query, body } }) =>
    addBookingFile(context, params.booking, new File([body], query.name, { type: body.type })),
  ),
  list: bookings.list.handler(async ({ context, input }) => {
    const viewer = signedInActor(context);
    await updateBookerByAddress(context.db, viewer);
    const now = new Date(context.now().epochMilliseconds);
    const [items, total] = await Promise.all([
      listBookings(context.db, viewer, input, now),
      countBookings(context.db, viewer, input, now),
    ]);
    return pageOf(input, items, total);
  }),
});
