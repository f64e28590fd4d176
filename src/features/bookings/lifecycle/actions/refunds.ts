import { issueCreditNote, createIssueContext, getAmountCredited, getAmountDue } from '#features/billing/index.ts';
import { createRefund, getRefundableAmount, listConfirmedPaymentsByDocument } from '#features/payments/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import { type BookingRow, listBookingInvoices } from '../queries/bookings.ts';
import type { NotificationServices } from './notifications.ts';

/** Credits the invoices of a booking: the amount still owed on them, or all of it. */
export async function creditBookingInvoices(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
  reason: string,
  scope: 'owed' | 'all',
): Promise<void> {
  for (const invoice of await listBookingInvoices(tx, booking.id)) {
    const amount =
      scope === 'owed'
        ? await getAmountDue(tx, invoice.id)
        : sumAmounts([invoice.total, await getAmountCredited(tx, invoice.id)]);
    if (amount <= 0) continue;
    await issueCreditNote(tx, await createIssueContext(tx, services), { invoice, amount, reason });
  }
}

/** Starts refunds of everything still refundable on a booking's payments. Returns the amount. */
export async function refundBookingPayments(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
  reason: string,
): Promise<MinorUnits> {
  const issuing = await createIssueContext(tx, services);
  const refunded: MinorUnits[] = [ZERO];
  for (const { id } of await listBookingInvoices(tx, booking.id)) {
    for (const payment of await listConfirmedPaymentsByDocument(tx, id)) {
      const left = await getRefundableAmount(tx, payment);
      if (left <= 0) continue;
      await createRefund(tx, issuing, { paymentId: payment.id, amount: left, reason });
      refunded.push(left);
    }
  }
  return sumAmounts(refunded);
}
