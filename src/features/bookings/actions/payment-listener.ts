import { getCredited, getOwed } from '#features/billing/queries/ledger.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { PaymentFollower } from '#platform/api/payment-listeners.ts';
import type { Transaction } from '#platform/database/database.ts';
import { getSettingsLocked } from '../queries/availability.ts';
import { type BookingRow, findBookingLocked, listBookingDocuments, updateBooking } from '../queries/bookings.ts';
import { confirmBooking } from './confirm.ts';
import { creditInvoices, refundAll } from './cancel.ts';
import { holdUntil } from './holds.ts';
import { moveBooking, SITE } from './transition.ts';
import { tellLost } from './notifications.ts';
import { isFree } from './slots.ts';

/**
 * Money confirms a booking. What comes after its hold has ended takes the time again where it is still free, and goes
 * back where it is not. A payment by hand that was told of keeps the time until the owner has decided, but not past the
 * beginning; one that was not found keeps it for another half hour.
 */
export const bookingPayments: PaymentFollower<ApiServices> = {
  async lock(tx, { bookingId }) {
    if (bookingId === null) return;
    // The calendar first, as everybody does who changes a booking.
    await getSettingsLocked(tx);
    await findBookingLocked(tx, bookingId);
  },
  async follow(tx, services, { bookingId }) {
    const booking = bookingId === null ? null : await findBookingLocked(tx, bookingId);
    if (!booking) return;
    if (booking.state === 'cancelled') return giveBack(tx, services, booking, 'It was cancelled before.');
    if (booking.state !== 'awaiting_payment' && booking.state !== 'expired') return;
    const isPaid = await hasPaidInvoice(tx, booking);
    // Money for an invoice that was credited goes back as what is too much.
    if (!isPaid && booking.state === 'awaiting_payment') return;
    const hasBegun = booking.startsAt.getTime() <= services.now().epochMilliseconds;
    const mayHave =
      isPaid && !hasBegun && (booking.state === 'awaiting_payment' || (await isStillFree(tx, services, booking)));
    if (mayHave && (await confirmBooking(tx, services, booking, SITE))) return;
    if (booking.state === 'awaiting_payment') await moveBooking(tx, services.now(), booking, 'expire', SITE);
    return giveBack(
      tx,
      services,
      booking,
      hasBegun ? 'Its time had begun by then.' : 'Its time was not free any more.',
    );
  },
  async hear(tx, services, { sold: { bookingId }, state }) {
    if (bookingId === null) return;
    await getSettingsLocked(tx);
    const booking = await findBookingLocked(tx, bookingId);
    if (booking?.state !== 'awaiting_payment') return;
    const begins = booking.startsAt.getTime();
    const heldUntil = state === 'waiting' ? booking.startsAt : holdUntil(services.now(), begins);
    await updateBooking(tx, booking.id, ['awaiting_payment'], { heldUntil });
  },
};

/** Whether an invoice of a booking is paid in full, and was not credited: then its money is for this time. */
async function hasPaidInvoice(tx: Transaction, booking: BookingRow): Promise<boolean> {
  for (const { id, kind } of await listBookingDocuments(tx, booking.id)) {
    if (kind !== 'invoice') continue;
    if ((await getOwed(tx, id)) <= 0 && (await getCredited(tx, id)) === 0) return true;
  }
  return false;
}

function isStillFree(tx: Transaction, services: ApiServices, { id, minutes, startsAt }: BookingRow): Promise<boolean> {
  return isFree(tx, services.now(), { start: startsAt.getTime(), minutes, except: id }, { late: true });
}

async function giveBack(tx: Transaction, services: ApiServices, booking: BookingRow, why: string): Promise<void> {
  await creditInvoices(tx, services, booking, 'The time could not be kept', 'all');
  const refunded = await refundAll(tx, services, booking, `The payment came too late. ${why}`);
  if (refunded > 0) await tellLost(tx, services, booking, { why, refunded });
}
