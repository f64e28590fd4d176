import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import { creditUnpaidInvoices } from './checkout/jobs.ts';
import { type BookingJobServices, completePastBookings, expireOverdueHolds } from './lifecycle/jobs.ts';
import { sendDueReminders } from './reminders/jobs.ts';

export const bookingMaintenanceQueue = createRecurringQueue('bookings.maintenance');

/** Expires holds, credits invoices that can no longer be paid, sends reminders and completes past bookings. */
export async function runBookingMaintenance(services: BookingJobServices): Promise<void> {
  await expireOverdueHolds(services);
  await creditUnpaidInvoices(services);
  await sendDueReminders(services);
  await completePastBookings(services);
}
