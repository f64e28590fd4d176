import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import type { Log } from '#platform/log.ts';
import { listBookingsToCredit } from './checkout/queries.ts';
import { emailParties, type NotificationServices } from './lifecycle/actions/notifications.ts';
import { creditBookingInvoices } from './lifecycle/actions/refunds.ts';
import { expireBooking, lockBooking, SYSTEM_ACTOR, transitionBooking } from './lifecycle/actions/transitions.ts';
import { LATE_PAYMENT_GRACE_MS } from './lifecycle/contract/limits.ts';
import { parties } from './lifecycle/contract/states.ts';
import { type BookingRow, listExpiredHolds, listFinishedBookings } from './lifecycle/queries/bookings.ts';
import { insertBookingReminder, listUpcomingBookings } from './reminders/queries.ts';
import { EARLIEST_REMINDER_MS, findDueReminder } from './reminders/rules.ts';

export const bookingMaintenanceQueue = createRecurringQueue('bookings.maintenance');

type BookingJobServices = NotificationServices & Pick<ApiServices, 'db'> & { readonly log: Log };

/** Expires holds, credits invoices that can no longer be paid, sends reminders and completes past bookings. */
export async function runBookingMaintenance(services: BookingJobServices): Promise<void> {
  const { db, now } = services;
  await expireOverdueHolds(services);
  const since = new Date(now().epochMilliseconds - LATE_PAYMENT_GRACE_MS);
  await changeEachBooking(services, await listBookingsToCredit(db, since), async (tx, booking) => {
    if (booking.state !== 'expired' && booking.state !== 'canceled') return;
    await creditBookingInvoices(tx, services, booking, 'The reservation expired before payment', 'owed');
  });
  await sendDueReminders(services);
  await completePastBookings(services);
}

/** Locks and changes each booking in a separate transaction, so one failure doesn't stop the others. */
async function changeEachBooking(
  { db, log }: BookingJobServices,
  bookings: readonly { readonly id: number }[],
  change: (tx: Transaction, booking: BookingRow) => Promise<unknown>,
) {
  for (const { id } of bookings) {
    try {
      await db.transaction(async tx => change(tx, (await lockBooking(tx, id)).booking));
    } catch (err) {
      log.error({ err, booking: id }, 'booking maintenance failed');
    }
  }
}

async function expireOverdueHolds(services: BookingJobServices) {
  const at = toDate(services.now());
  await changeEachBooking(services, await listExpiredHolds(services.db, at), async (tx, booking) => {
    if (booking.holdExpiresAt !== null && booking.holdExpiresAt <= at) await expireBooking(tx, services, booking);
  });
}

/** Reminds both parties of near consultations, once per start time of a booking. */
async function sendDueReminders(services: BookingJobServices) {
  const sentAt = toDate(services.now());
  const until = new Date(sentAt.getTime() + EARLIEST_REMINDER_MS);
  for (const { booking: listed, scheduledAt } of await listUpcomingBookings(services.db, { now: sentAt, until })) {
    const times = { startsAt: listed.startsAt.getTime(), settledAt: scheduledAt.getTime() };
    const kind = findDueReminder(times, sentAt.getTime());
    if (!kind) continue;
    await changeEachBooking(services, [listed], async (tx, booking) => {
      const { id: bookingId, startsAt, state, notes: about, clientPhone: phone } = booking;
      // The booking may have been canceled or rescheduled since it was listed.
      if (state !== 'confirmed' || startsAt.getTime() !== listed.startsAt.getTime()) return;
      if (!(await insertBookingReminder(tx, { bookingId, kind, startsAt, sentAt }))) return;
      await emailParties(tx, services, booking, {
        template: 'booking_reminder',
        recipients: parties,
        method: 'REQUEST',
        props: () => ({ kind, about, phone }),
      });
    });
  }
}

async function completePastBookings(services: BookingJobServices) {
  const now = services.now();
  const at = toDate(now);
  await changeEachBooking(services, await listFinishedBookings(services.db, at), async (tx, booking) => {
    if (booking.state === 'confirmed' && booking.endsAt <= at)
      await transitionBooking(tx, now, booking, 'complete', SYSTEM_ACTOR);
  });
}
