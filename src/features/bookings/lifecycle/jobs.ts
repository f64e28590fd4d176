import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { NotificationServices } from './actions/notifications.ts';
import { expireBooking, lockBooking, SYSTEM_ACTOR, transitionBooking } from './actions/transitions.ts';
import { type BookingRow, listExpiredHolds, listFinishedBookings } from './queries/bookings.ts';

export type BookingJobServices = NotificationServices & Pick<ApiServices, 'db'> & { readonly log: Log };

/** Locks each booking in a transaction of its own and changes it, so one failure doesn't stop the others. */
export async function changeEachBooking(
  { db, log }: BookingJobServices,
  bookings: readonly { readonly id: number }[],
  change: (tx: Transaction, booking: BookingRow) => Promise<unknown>,
): Promise<void> {
  for (const { id } of bookings) {
    try {
      await db.transaction(async tx => change(tx, (await lockBooking(tx, id)).booking));
    } catch (err) {
      log.error({ err, booking: id }, 'a booking could not be brought up to the present');
    }
  }
}

/** Expires the holds that are overdue. */
export async function expireOverdueHolds(services: BookingJobServices): Promise<void> {
  const at = new Date(services.now().epochMilliseconds);
  await changeEachBooking(services, await listExpiredHolds(services.db, at), async (tx, booking) => {
    if (booking.holdExpiresAt !== null && booking.holdExpiresAt <= at) await expireBooking(tx, services, booking);
  });
}

/** Completes the confirmed bookings that are over. */
export async function completePastBookings(services: BookingJobServices): Promise<void> {
  const now = services.now();
  const at = new Date(now.epochMilliseconds);
  await changeEachBooking(services, await listFinishedBookings(services.db, at), async (tx, booking) => {
    if (booking.state === 'confirmed' && booking.endsAt <= at)
      await transitionBooking(tx, now, booking, 'complete', SYSTEM_ACTOR);
  });
}
