import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { createOwnerBooking, rescheduleOwnerBooking, recordBookingOutcome } from './actions.ts';
import { schedulingContract } from './contract.ts';

const calendar = implement(schedulingContract).$context<ApiContext>();

export const schedulingHandlers = calendar.router({
  createBooking: calendar.createBooking.handler(({ context, input: { idempotencyKey, ...body } }) => {
    const once = { endpoint: 'calendar.createBooking', key: idempotencyKey, body };
    const { userId } = requireUser(context);
    return context.db.transaction(tx =>
      withIdempotencyKey(tx, context, once, () => createOwnerBooking(tx, context, body, userId)),
    );
  }),
  rescheduleBooking: calendar.rescheduleBooking.handler(({ context, input }) => {
    const { userId } = requireUser(context);
    return context.db.transaction(tx => rescheduleOwnerBooking(tx, context, input, userId));
  }),
  recordOutcome: calendar.recordOutcome.handler(async ({ context, input: { booking: bookingId, outcome } }) => {
    const { userId: ownerId } = requireUser(context);
    const move = outcome === 'completed' ? 'complete' : 'mark_no_show';
    const { id } = await context.db.transaction(tx => recordBookingOutcome(tx, context, { bookingId, move, ownerId }));
    return { number: id };
  }),
});
