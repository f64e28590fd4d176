import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import { listBookingsToCredit } from './checkout/queries.ts';
import { creditBookingInvoices } from './lifecycle/actions/refunds.ts';
import { LATE_PAYMENT_GRACE_MS } from './lifecycle/contract/limits.ts';
import {
  type BookingJobServices,
  changeEachBooking,
  completePastBookings,
  expireOverdueHolds,
} from './lifecycle/jobs.ts';
import { sendDueReminders } from './reminders/jobs.ts';

export const bookingMaintenanceQueue = createRecurringQueue('bookings.maintenance');

/** Expires holds, credits invoices that can no longer be paid, sends reminders and completes past bookings. */
export async function runBookingMaintenance(services: BookingJobServices): Promise<void> {
  await expireOverdueHolds(services);
  await creditUnpaidInvoices(services);
  await sendDueReminders(services);
  await completePastBookings(services);
}

/** Credits the invoices that can no longer be paid. */
async function creditUnpaidInvoices(services: BookingJobServices): Promise<void> {
  const since = new Date(services.now().epochMilliseconds - LATE_PAYMENT_GRACE_MS);
  await changeEachBooking(services, await listBookingsToCredit(services.db, since), async (tx, booking) => {
    if (booking.state !== 'expired' && booking.state !== 'canceled') return;
    await creditBookingInvoices(tx, services, booking, 'The time was not paid for while it was held', 'owed');
  });
}
