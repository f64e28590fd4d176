import { getAmountCredited, getAmountDue } from '#features/billing/queries/ledger.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { PaymentListener } from '#features/payments/rules/payment-listener.ts';
import type { Transaction } from '#platform/database/database.ts';
import { lockBookingSettings } from '../queries/availability.ts';
import {
  type BookingRow,
  findBookingForUpdate,
  listBookingBillingDocuments,
  updateBooking,
} from '../queries/bookings.ts';
import { confirmBooking } from './confirm.ts';
import { creditBookingInvoices, refundBookingPayments } from './cancel.ts';
import { getHoldExpiry } from './holds.ts';
import { transitionBooking, SYSTEM_ACTOR } from './transition.ts';
import { notifySlotLost } from './notifications.ts';
import { isSlotFree } from './slots.ts';

/**
 * Money confirms a booking. What comes after its hold has ended takes the time again where it is still free, and goes
 * back where it is not. A payment by hand that was told of keeps the time until the owner has decided, but not past the
 * beginning; one that was not found keeps it for another half hour.
 */
export const bookingPaymentListener: PaymentListener = {
  async lockForPayment(tx, { bookingId }) {
    if (bookingId === null) return;
    // The calendar first, as everybody does who changes a booking.
    await lockBookingSettings(tx);
    await findBookingForUpdate(tx, bookingId);
  },
  async onReceived(tx, services, { bookingId }) {
    const booking = bookingId === null ? null : await findBookingForUpdate(tx, bookingId);
    if (!booking) return;
    if (booking.state === 'cancelled') return giveBack(tx, services, booking, 'It was cancelled before.');
    if (booking.state !== 'awaiting_payment' && booking.state !== 'expired') return;
    const isPaid = await hasPaidInvoice(tx, booking);
    // Money for an invoice that was credited goes back as what is too much.
    if (!isPaid && booking.state === 'awaiting_payment') return;
    const hasBegun = booking.startsAt.getTime() <= services.now().epochMilliseconds;
    const mayHave =
      isPaid && !hasBegun && (booking.state === 'awaiting_payment' || (await isStillFree(tx, services, booking)));
    if (mayHave && (await confirmBooking(tx, services, booking, SYSTEM_ACTOR))) return;
    if (booking.state === 'awaiting_payment')
      await transitionBooking(tx, services.now(), booking, 'expire', SYSTEM_ACTOR);
    return giveBack(
      tx,
      services,
      booking,
      hasBegun ? 'Its time had begun by then.' : 'Its time was not free any more.',
    );
  },
  async onManualPayment(tx, services, { sold: { bookingId }, state }) {
    if (bookingId === null) return;
    await lockBookingSettings(tx);
    const booking = await findBookingForUpdate(tx, bookingId);
    if (booking?.state !== 'awaiting_payment') return;
    const begins = booking.startsAt.getTime();
    const heldUntil = state === 'waiting' ? booking.startsAt : getHoldExpiry(services.now(), begins);
    await updateBooking(tx, booking.id, ['awaiting_payment'], { heldUntil });
  },
};

/** Whether an invoice of a booking is paid in full, and was not credited: then its money is for this time. */
async function hasPaidInvoice(tx: Transaction, booking: BookingRow): Promise<boolean> {
  for (const { id, kind } of await listBookingBillingDocuments(tx, booking.id)) {
    if (kind !== 'invoice') continue;
    if ((await getAmountDue(tx, id)) <= 0 && (await getAmountCredited(tx, id)) === 0) return true;
  }
  return false;
}

function isStillFree(tx: Transaction, services: ApiServices, { id, minutes, startsAt }: BookingRow): Promise<boolean> {
  return isSlotFree(
    tx,
    services.now(),
    { start: startsAt.getTime(), minutes, excludeBookingId: id },
    { ignoreNotice: true },
  );
}

async function giveBack(tx: Transaction, services: ApiServices, booking: BookingRow, why: string): Promise<void> {
  await creditBookingInvoices(tx, services, booking, 'The time could not be kept', 'all');
  const refunded = await refundBookingPayments(tx, services, booking, `The payment came too late. ${why}`);
  if (refunded > 0) await notifySlotLost(tx, services, booking, { why, refunded });
}
