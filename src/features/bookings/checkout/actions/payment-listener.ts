import { getAmountCredited, getAmountDue } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { PaymentListener } from '#features/payments/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { lockBookingSettings } from '../../lifecycle/queries/availability.ts';
import {
  type BookingRow,
  findBookingForUpdate,
  listBookingInvoices,
  updateBooking,
} from '../../lifecycle/queries/bookings.ts';
import { creditBookingInvoices, refundBookingPayments } from '../../lifecycle/actions/refunds.ts';
import { getHoldExpiry } from './holds.ts';
import { emailParties, formatBookingAmount } from '../../lifecycle/actions/notifications.ts';
import { confirmBooking, expireHolds, SYSTEM_ACTOR, transitionBooking } from '../../lifecycle/actions/transitions.ts';
import { isSlotFree } from '../../lifecycle/actions/slots.ts';

/**
 * Confirms a booking when it is paid. A payment after the hold expired books the time again if it is available, and is
 * refunded if not. A payment that the owner or its provider checks extends the hold until it is decided, but not past
 * the start; a rejected one extends it by half an hour.
 */
export const bookingPaymentListener: PaymentListener = {
  async lockForPayment(tx, { bookingId }) {
    if (bookingId === null) return;
    // Lock the calendar first, like every change of a booking.
    await lockBookingSettings(tx);
    await findBookingForUpdate(tx, bookingId);
  },
  // A time is held only until it is paid.
  requiresFullPayment: async (_db, { bookingId }) => bookingId !== null,
  async onReceived(tx, services, { bookingId }) {
    const booking = bookingId === null ? null : await findBookingForUpdate(tx, bookingId);
    if (!booking) return;
    if (booking.state === 'canceled')
      return refundLate(tx, services, booking, 'The booking had already been canceled.');
    if (booking.state !== 'awaiting_payment' && booking.state !== 'expired') return;
    const isPaid = await hasPaidInvoice(tx, booking);
    // Money for a credited invoice is refunded as an overpayment.
    if (!isPaid && booking.state === 'awaiting_payment') return;
    const hasBegun = booking.startsAt.getTime() <= services.now().epochMilliseconds;
    const canConfirm =
      isPaid && !hasBegun && (booking.state === 'awaiting_payment' || (await isStillFree(tx, services, booking)));
    if (canConfirm && (await confirmBooking(tx, services, booking, SYSTEM_ACTOR))) return;
    if (booking.state === 'awaiting_payment')
      await transitionBooking(tx, services.now(), booking, 'expire', SYSTEM_ACTOR);
    if (hasBegun) return refundLate(tx, services, booking, 'The start time had already passed.');
    const reason = isPaid ? 'The time was no longer available.' : 'The reservation had already expired.';
    return refundLate(tx, services, booking, reason);
  },
  async onReview(tx, services, { sold: { bookingId }, state }) {
    if (bookingId === null) return;
    await lockBookingSettings(tx);
    const booking = await findBookingForUpdate(tx, bookingId);
    if (booking?.state !== 'awaiting_payment') return;
    const { startsAt } = booking;
    const holdExpiresAt = state === 'pending' ? startsAt : getHoldExpiry(services.now(), startsAt.getTime());
    await updateBooking(tx, booking.id, ['awaiting_payment'], { holdExpiresAt });
  },
};

/** Returns whether a booking has an invoice that is fully paid and not credited, so its money is for this time. */
async function hasPaidInvoice(tx: Transaction, booking: BookingRow): Promise<boolean> {
  for (const { id } of await listBookingInvoices(tx, booking.id)) {
    if ((await getAmountDue(tx, id)) <= 0 && (await getAmountCredited(tx, id)) === 0) return true;
  }
  return false;
}

async function isStillFree(
  tx: Transaction,
  services: ApiServices,
  { id, durationMinutes: minutes, startsAt }: BookingRow,
): Promise<boolean> {
  // Maintenance may not have expired another hold on this time yet.
  await expireHolds(tx, services);
  const wanted = { start: startsAt.getTime(), minutes, excludeBookingId: id };
  return isSlotFree(tx, services.now(), wanted, { ignoreNotice: true });
}

/** Credits and refunds a late payment and notifies the client. */
async function refundLate(tx: Transaction, services: ApiServices, booking: BookingRow, reason: string): Promise<void> {
  await creditBookingInvoices(tx, services, booking, 'The payment arrived too late', 'all');
  const refunded = await refundBookingPayments(tx, services, booking, `The payment arrived too late. ${reason}`);
  if (refunded <= 0) return;
  await emailParties(tx, services, booking, {
    template: 'booking_slot_lost',
    recipients: ['client'],
    props: () => ({ reason, refunded: formatBookingAmount(refunded, booking.currency) }),
  });
}
