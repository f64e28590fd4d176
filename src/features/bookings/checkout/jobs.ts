import { creditBookingInvoices } from '../lifecycle/actions/refunds.ts';
import { type BookingJobServices, changeEachBooking } from '../lifecycle/jobs.ts';
import { listBookingsToCredit } from './queries.ts';
import { LATE_PAYMENT_GRACE } from './rules/late-payments.ts';

/** Credits the invoices that can no longer be paid. */
export async function creditUnpaidInvoices(services: BookingJobServices): Promise<void> {
  const since = new Date(services.now().subtract(LATE_PAYMENT_GRACE).epochMilliseconds);
  await changeEachBooking(services, await listBookingsToCredit(services.db, since), async (tx, booking) => {
    if (booking.state !== 'expired' && booking.state !== 'canceled') return;
    await creditBookingInvoices(tx, services, booking, 'The time was not paid for while it was held', 'owed');
  });
}
