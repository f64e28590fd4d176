import { issueCreditNote } from '#features/billing/actions/credits.ts';
import { createIssueContext } from '#features/billing/actions/issue-document.ts';
import { getAmountCredited, getAmountDue } from '#features/billing/queries/ledger.ts';
import { createRefund } from '#features/payments/actions/refunds.ts';
import { listConfirmedPaymentsByDocument, listPaymentsByDocument } from '#features/payments/queries/payments.ts';
import { getRefundedAmount } from '#features/payments/queries/refunds.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import { lockBookingSettings } from '../queries/availability.ts';
import { type BookingRow, findBookingForUpdate, listBookingBillingDocuments } from '../queries/bookings.ts';
import { findChangeDeniedReason } from '../rules/change-policy.ts';
import { getBlockedInterval } from '../rules/availability.ts';
import { type TransitionActor, transitionBooking, SYSTEM_ACTOR } from './transition.ts';
import {
  type NotificationServices,
  notifyBookingCanceled,
  notifyHoldExpired,
  notifyBookingRescheduled,
} from './notifications.ts';
import { isSlotFree, SlotTakenError } from './slots.ts';

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
  const underWay = payments.some(({ state }) => state === 'started' || state === 'in_review');
  if (!underWay)
    await creditBookingInvoices(tx, services, expired, 'The time was not paid for while it was held', 'owed');
  await notifyHoldExpired(tx, services, expired, underWay);
}

/** Credits the invoices of a booking: what is still owed on them, or all of it. */
export async function creditBookingInvoices(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
  why: string,
  what: 'owed' | 'all',
): Promise<void> {
  for (const invoice of await listBookingBillingDocuments(tx, booking.id)) {
    if (invoice.kind !== 'invoice') continue;
    const amount =
      what === 'owed'
        ? await getAmountDue(tx, invoice.id)
        : sumAmounts([invoice.total, await getAmountCredited(tx, invoice.id)]);
    if (amount <= 0) continue;
    await issueCreditNote(tx, await createIssueContext(tx, services), { invoice, amount, why });
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
  const given: MinorUnits[] = [ZERO];
  for (const { id, kind } of await listBookingBillingDocuments(tx, booking.id)) {
    if (kind !== 'invoice') continue;
    for (const payment of await listConfirmedPaymentsByDocument(tx, id)) {
      const left = subtractAmounts(payment.amount, await getRefundedAmount(tx, payment.id));
      if (left <= 0) continue;
      await createRefund(tx, issuing, { paymentId: payment.id, amount: left, reason });
      given.push(left);
    }
  }
  return sumAmounts(given);
}

/** Locks the calendar, then a booking. Throws NOT_FOUND. */
export async function lockBooking(tx: Transaction, id: number) {
  const settings = await lockBookingSettings(tx);
  const booking = await findBookingForUpdate(tx, id);
  if (!booking) throw new AppError('NOT_FOUND', 'There is no such booking.');
  return { settings, booking };
}

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
  if (!cancelled) throw new AppError('CONFLICT', 'The booking has moved on meanwhile. Look at it again.');
  await creditBookingInvoices(tx, services, cancelled, 'The consultation was cancelled', 'all');
  const refunded = await refundBookingPayments(tx, services, cancelled, 'The consultation was cancelled.');
  if (booking.state === 'confirmed') {
    await notifyBookingCanceled(tx, services, cancelled, { by: mover.actor, reason: mover.reason ?? null, refunded });
  }
  return cancelled;
}

/**
 * Reschedules a confirmed booking and notifies both parties. Clients can choose free times until the notice period; the
 * owner any time without another booking. Throws SlotTakenError if the time is taken.
 */
export async function rescheduleBooking(
  tx: Transaction,
  services: NotificationServices,
  {
    bookingId,
    startsAt,
    ...mover
  }: TransitionActor & { readonly actor: 'client' | 'owner'; readonly bookingId: number; readonly startsAt: Date },
): Promise<BookingRow> {
  const { settings, booking } = await lockBooking(tx, bookingId);
  const now = services.now();
  const refusal = findChangeDeniedReason('reschedule', mover.actor, booking, { now, ...settings });
  if (refusal) throw new AppError('CONFLICT', refusal);
  const start = startsAt.getTime();
  if (start === booking.startsAt.getTime()) return booking;
  const { minutes } = booking;
  const wanted = { start, minutes, excludeBookingId: booking.id };
  if (mover.actor === 'client' && !(await isSlotFree(tx, now, wanted))) {
    throw new SlotTakenError(wanted, 'This time is not free any more.');
  }
  if (start <= now.epochMilliseconds) {
    throw new AppError('UNPROCESSABLE', 'This time has passed.', { startsAt: 'Choose a time to come.' });
  }
  const blocked = getBlockedInterval(start, minutes, settings);
  const change = {
    startsAt,
    endsAt: new Date(start + minutes * 60_000),
    blockedFrom: new Date(blocked.start),
    blockedUntil: new Date(blocked.end),
    sequence: booking.sequence + 1,
  };
  const details = { startsAt: startsAt.toISOString(), previousStartsAt: booking.startsAt.toISOString() };
  const moved = await transitionBooking(tx, now, booking, 'reschedule', mover, { change, details });
  if (!moved) throw new SlotTakenError(wanted);
  await notifyBookingRescheduled(tx, services, moved, { by: mover.actor, before: booking.startsAt });
  return moved;
}
