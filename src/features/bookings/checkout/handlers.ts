import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { authorizeBooking } from '../lifecycle/actions/access.ts';
import { submitBookingDetails } from './actions/submit-details.ts';
import { createHold, priceConsultation } from './actions/holds.ts';
import { listConsultationOptions } from './actions/options.ts';
import { findFreeSlots, withSlotSuggestions } from '../lifecycle/actions/slots.ts';
import { checkoutContract } from './contract.ts';

const bookings = implement(checkoutContract).$context<ApiContext>();

export const checkoutHandlers = bookings.router({
  listConsultationOptions: bookings.listConsultationOptions.handler(({ context }) => listConsultationOptions(context)),
  listSlots: bookings.listSlots.handler(async ({ context, input: { booking: reference, ...input } }) => {
    const { db, now } = context;
    const moving = reference === undefined ? null : (await authorizeBooking(db, context, reference)).booking;
    // A rescheduled booking keeps its duration, even if the offer has changed.
    const { durationMinutes, total, currency } = moving ?? (await priceConsultation(db, input));
    const free = await findFreeSlots(db, now(), {
      start: Date.parse(input.from),
      end: Date.parse(input.until),
      minutes: durationMinutes,
      excludeBookingId: moving?.id,
    });
    return { durationMinutes, total, currency, slots: free.map(slot => new Date(slot).toISOString()) };
  }),
  createHold: bookings.createHold.handler(async ({ context, input }) => {
    const { idempotencyKey, ...body } = input;
    const once = { endpoint: 'bookings.createHold', key: idempotencyKey, body };
    return withSlotSuggestions(context, async () => {
      // Outside the transaction, which must be short because it locks the calendar.
      const chosen = await priceConsultation(context.db, input);
      return context.db.transaction(tx =>
        withIdempotencyKey(tx, context, once, () => createHold(tx, context, input, chosen)),
      );
    });
  }),
  submitDetails: bookings.submitDetails.handler(
    ({ context, input: { booking: reference, idempotencyKey, ...body } }) => {
      const once = { endpoint: 'bookings.submitDetails', key: idempotencyKey, body: { reference, ...body } };
      return withSlotSuggestions(context, () =>
        context.db.transaction(tx =>
          withIdempotencyKey(tx, context, once, () => submitBookingDetails(tx, context, reference, body)),
        ),
      );
    },
  ),
});
