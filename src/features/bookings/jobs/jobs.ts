import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { creditBookingInvoices, expireBooking, lockBooking } from '../actions/cancel.ts';
import { transitionBooking, SYSTEM_ACTOR } from '../actions/transition.ts';
import { type NotificationServices, notifyBookingReminder } from '../actions/notifications.ts';
import { insertBookingReminder, listFinishedBookings, listExpiredHolds } from '../queries/bookings.ts';
import { listUpcomingBookings, listBookingsToCredit } from '../queries/maintenance.ts';
import { LATE_PAYMENT_GRACE } from '../rules/queues.ts';
import { EARLIEST_REMINDER_MS, findDueReminder } from '../rules/reminders.ts';

export type BookingJobServices = NotificationServices & Pick<ApiServices, 'db'> & { readonly log: Log };

/**
 * Expires holds, credits invoices that can no longer be paid, sends reminders and completes past bookings. Each booking
 * has its own transaction, so one failure does not stop the others.
 */
export async function runBookingMaintenance(services: BookingJobServices): Promise<void> {
  const { db } = services;
  const now = services.now();
  const at = new Date(now.epochMilliseconds);
  for (const { id } of await listExpiredHolds(db, at)) {
    await attempt(services, id, async tx => {
      const { booking } = await lockBooking(tx, id);
      if (booking.heldUntil !== null && booking.heldUntil <= at) await expireBooking(tx, services, booking);
    });
  }
  const since = new Date(now.subtract(LATE_PAYMENT_GRACE).epochMilliseconds);
  for (const id of await listBookingsToCredit(db, since)) {
    await attempt(services, id, async tx => {
      const { booking } = await lockBooking(tx, id);
      if (booking.state !== 'expired' && booking.state !== 'cancelled') return;
      await creditBookingInvoices(tx, services, booking, 'The time was not paid for while it was held', 'owed');
    });
  }
  await remind(services, at);
  for (const { id } of await listFinishedBookings(db, at)) {
    await attempt(services, id, async tx => {
      const { booking } = await lockBooking(tx, id);
      if (booking.state === 'confirmed' && booking.endsAt <= at)
        await transitionBooking(tx, now, booking, 'complete', SYSTEM_ACTOR);
    });
  }
}

/** Sends due reminders, once per start time of a booking. */
async function remind(services: BookingJobServices, at: Date): Promise<void> {
  const until = new Date(at.getTime() + EARLIEST_REMINDER_MS);
  for (const { booking: found, scheduledAt } of await listUpcomingBookings(services.db, { now: at, until })) {
    const kind = findDueReminder(
      { startsAt: found.startsAt.getTime(), settledAt: scheduledAt.getTime() },
      at.getTime(),
    );
    if (!kind) continue;
    await attempt(services, found.id, async tx => {
      const { booking } = await lockBooking(tx, found.id);
      const { id: bookingId, startsAt, state } = booking;
      // The booking may have been canceled or rescheduled since it was listed.
      if (state !== 'confirmed' || startsAt.getTime() !== found.startsAt.getTime()) return;
      if (await insertBookingReminder(tx, { bookingId, kind, startsAt, at }))
        await notifyBookingReminder(tx, services, booking, kind);
    });
  }
}

async function attempt(
  { db, log }: BookingJobServices,
  booking: number,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction(work);
  } catch (err) {
    log.error({ err, booking }, 'a booking could not be brought up to the present');
  }
}
