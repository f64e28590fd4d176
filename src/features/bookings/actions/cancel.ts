import { issueCreditNote } from '#features/billing/actions/credits.ts';
import { issuingNow } from '#features/billing/actions/issue-document.ts';
import { getCredited, getOwed } from '#features/billing/queries/ledger.ts';
import { startRefund } from '#features/payments/actions/refunds.ts';
import { listConfirmedOf, listPaymentsOf } from '#features/payments/queries/payments.ts';
import { getRefunded } from '#features/payments/queries/refunds.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { difference, NOTHING, sumOf } from '#shared/money-arithmetic.ts';
import { getSettingsLocked } from '../queries/availability.ts';
import { type BookingRow, findBookingLocked, listBookingDocuments } from '../queries/bookings.ts';
import { refusalToChange } from '../rules/change-policy.ts';
import { blockedSpan } from '../rules/availability.ts';
import { type Mover, moveBooking, SITE } from './transition.ts';
import { type NoticeServices, tellCancelled, tellExpired, tellMoved } from './notifications.ts';
import { isFree, TimeTaken } from './slots.ts';

/**
 * Ends a hold. Its invoice is credited at once, unless a payment is on its way: then it stands a while, so that money
 * that comes late can take the time again. Its caller holds the calendar's lock.
 */
export async function expireBooking(tx: Transaction, services: NoticeServices, booking: BookingRow): Promise<void> {
  const expired = await moveBooking(tx, services.now(), booking, 'expire', SITE);
  if (!expired) return;
  if (booking.state !== 'awaiting_payment') return;
  const invoices = (await listBookingDocuments(tx, booking.id)).filter(({ kind }) => kind === 'invoice');
  const payments = [];
  for (const { id } of invoices) payments.push(...(await listPaymentsOf(tx, id)));
  const underWay = payments.some(({ state }) => state === 'started' || state === 'in_review');
  if (!underWay) await creditInvoices(tx, services, expired, 'The time was not paid for while it was held', 'owed');
  await tellExpired(tx, services, expired, underWay);
}

/** Takes back what the invoices of a booking ask for: what is still owed on them, or all of it. */
export async function creditInvoices(
  tx: Transaction,
  services: NoticeServices,
  booking: BookingRow,
  why: string,
  what: 'owed' | 'all',
): Promise<void> {
  for (const invoice of await listBookingDocuments(tx, booking.id)) {
    if (invoice.kind !== 'invoice') continue;
    const amount =
      what === 'owed' ? await getOwed(tx, invoice.id) : sumOf([invoice.total, await getCredited(tx, invoice.id)]);
    if (amount <= 0) continue;
    await issueCreditNote(tx, await issuingNow(tx, services), { invoice, amount, why });
  }
}

/** Begins to give back all that was paid for a booking and is still there; how much that is. */
export async function refundAll(
  tx: Transaction,
  services: NoticeServices,
  booking: BookingRow,
  reason: string,
): Promise<MinorUnits> {
  const issuing = await issuingNow(tx, services);
  const given: MinorUnits[] = [NOTHING];
  for (const { id, kind } of await listBookingDocuments(tx, booking.id)) {
    if (kind !== 'invoice') continue;
    for (const payment of await listConfirmedOf(tx, id)) {
      const left = difference(payment.amount, await getRefunded(tx, payment.id));
      if (left <= 0) continue;
      await startRefund(tx, issuing, { paymentId: payment.id, amount: left, reason });
      given.push(left);
    }
  }
  return sumOf(given);
}

/** Locks the calendar, and then a booking in it. Throws NOT_FOUND. */
export async function lockBooking(tx: Transaction, id: number) {
  const settings = await getSettingsLocked(tx);
  const booking = await findBookingLocked(tx, id);
  if (!booking) throw new AppError('NOT_FOUND', 'There is no such booking.');
  return { settings, booking };
}

/**
 * Cancels a booking: what was paid goes back in full, what was not is credited, and both sides are told. A client can do
 * so until the notice period (CONFLICT with the reason after it), the owner until it begins, with a reason.
 */
export async function cancelBooking(
  tx: Transaction,
  services: NoticeServices,
  { bookingId, ...mover }: Mover & { readonly actor: 'client' | 'owner'; readonly bookingId: number },
): Promise<BookingRow> {
  const { settings, booking } = await lockBooking(tx, bookingId);
  const now = services.now();
  if (booking.state !== 'held' && booking.state !== 'awaiting_payment') {
    const refusal = refusalToChange('cancel', mover.actor, booking, { now, ...settings });
    if (refusal) throw new AppError('CONFLICT', refusal);
  }
  const change = booking.state === 'confirmed' ? { sequence: booking.sequence + 1 } : {};
  const cancelled = await moveBooking(tx, now, booking, 'cancel', mover, { change });
  if (!cancelled) throw new AppError('CONFLICT', 'The booking has moved on meanwhile. Look at it again.');
  await creditInvoices(tx, services, cancelled, 'The consultation was cancelled', 'all');
  const refunded = await refundAll(tx, services, cancelled, 'The consultation was cancelled.');
  if (booking.state === 'confirmed') {
    await tellCancelled(tx, services, cancelled, { by: mover.actor, reason: mover.reason ?? null, refunded });
  }
  return cancelled;
}

/**
 * Moves a confirmed booking to another time, and tells both sides. A client chooses among the free times until the notice
 * period; the owner any time that no other booking has. Throws TimeTaken where somebody has it.
 */
export async function rescheduleBooking(
  tx: Transaction,
  services: NoticeServices,
  {
    bookingId,
    startsAt,
    ...mover
  }: Mover & { readonly actor: 'client' | 'owner'; readonly bookingId: number; readonly startsAt: Date },
): Promise<BookingRow> {
  const { settings, booking } = await lockBooking(tx, bookingId);
  const now = services.now();
  const refusal = refusalToChange('reschedule', mover.actor, booking, { now, ...settings });
  if (refusal) throw new AppError('CONFLICT', refusal);
  const start = startsAt.getTime();
  if (start === booking.startsAt.getTime()) return booking;
  const { minutes } = booking;
  const wanted = { start, minutes, except: booking.id };
  if (mover.actor === 'client' && !(await isFree(tx, now, wanted))) {
    throw new TimeTaken(wanted, 'This time is not free any more.');
  }
  if (start <= now.epochMilliseconds) {
    throw new AppError('UNPROCESSABLE', 'This time has passed.', { startsAt: 'Choose a time to come.' });
  }
  const blocked = blockedSpan(start, minutes, settings);
  const change = {
    startsAt,
    endsAt: new Date(start + minutes * 60_000),
    blockedFrom: new Date(blocked.from),
    blockedUntil: new Date(blocked.until),
    sequence: booking.sequence + 1,
  };
  const details = { startsAt: startsAt.toISOString(), previousStartsAt: booking.startsAt.toISOString() };
  const moved = await moveBooking(tx, now, booking, 'reschedule', mover, { change, details });
  if (!moved) throw new TimeTaken(wanted);
  await tellMoved(tx, services, moved, { by: mover.actor, before: booking.startsAt });
  return moved;
}
