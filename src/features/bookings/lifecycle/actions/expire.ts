import { listPaymentsByDocument } from '#features/payments/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { type BookingRow, listBookingBillingDocuments, listExpiredHolds } from '../queries/bookings.ts';
import { transitionBooking, SYSTEM_ACTOR } from './transition.ts';
import { type NotificationServices, notifyHoldExpired } from './notifications.ts';
import { creditBookingInvoices } from './refunds.ts';

/**
 * Expires a hold. Credits its invoice immediately, unless a payment is pending: then the invoice stays open for a while
 * so a late payment can book the time again. The caller must hold the calendar lock.
 */
export async function expireBooking(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
): Promise<void> {
  const expired = await transitionBooking(tx, services.now(), booking, 'expire', SYSTEM_ACTOR);
  if (!expired) return;
  if (booking.state !== 'awaiting_payment') return;
  const invoices = (await listBookingBillingDocuments(tx, booking.id)).filter(({ kind }) => kind === 'invoice');
  const payments = [];
  for (const { id } of invoices) payments.push(...(await listPaymentsByDocument(tx, id)));
  const underWay = payments.some(({ status }) => status === 'pending' || status === 'in_review');
  if (!underWay)
    await creditBookingInvoices(tx, services, expired, 'The time was not paid for while it was held', 'owed');
  await notifyHoldExpired(tx, services, expired, underWay);
}

/**
 * Expires all overdue holds within the transaction that may need their time. The caller must hold the calendar lock.
 */
export async function expireHolds(
  tx: Transaction,
  services: NotificationServices & Pick<ApiServices, 'now'>,
): Promise<void> {
  const now = new Date(services.now().epochMilliseconds);
  for (const booking of await listExpiredHolds(tx, now)) await expireBooking(tx, services, booking);
}
