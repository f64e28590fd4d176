import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { BookingRow } from '../queries/bookings.ts';
import { findChangeDeniedReason } from '../rules/change-policy.ts';
import { type TransitionActor, transitionBooking, lockBooking } from './transition.ts';
import { type NotificationServices, notifyBookingCanceled } from './notifications.ts';
import { creditBookingInvoices, refundBookingPayments } from './refunds.ts';

/**
 * Cancels a booking, refunds it in full, credits unpaid invoices and notifies both parties. Clients can cancel until
 * the notice period (then CONFLICT with the reason); the owner until it begins, with a reason.
 */
export async function cancelBooking(
  tx: Transaction,
  services: NotificationServices,
  { bookingId, ...mover }: TransitionActor & { readonly actor: 'client' | 'owner'; readonly bookingId: number },
): Promise<BookingRow> {
  const { settings, booking } = await lockBooking(tx, bookingId);
  const now = services.now();
  if (booking.state !== 'held' && booking.state !== 'awaiting_payment') {
    const refusal = findChangeDeniedReason('cancel', mover.actor, booking, { now, ...settings });
    if (refusal) throw new AppError('CONFLICT', refusal);
  }
  const change = booking.state === 'confirmed' ? { sequence: booking.sequence + 1 } : {};
  const cancelled = await transitionBooking(tx, now, booking, 'cancel', mover, { change });
  if (!cancelled) throw new AppError('CONFLICT', 'This booking has changed. Reload the page.');
  await creditBookingInvoices(tx, services, cancelled, 'The consultation was cancelled', 'all');
  const refunded = await refundBookingPayments(tx, services, cancelled, 'The consultation was cancelled.');
  if (booking.state === 'confirmed') {
    await notifyBookingCanceled(tx, services, cancelled, { by: mover.actor, reason: mover.reason ?? null, refunded });
  }
  return cancelled;
}
