import { listPaymentsForBookings } from '#features/payments/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { formatDateTime } from '#shared/time.ts';
import {
  type Actor,
  type BookingEventDetails,
  type BookingState,
  type BookingTransition,
  parties,
  type Party,
} from '../contract/states.ts';
import { lockBookingSettings } from '../queries/availability.ts';
import {
  type BookingRow,
  findBookingForUpdate,
  insertBooking,
  insertBookingEvent,
  listExpiredHolds,
  type NewBooking,
  updateBooking,
} from '../queries/bookings.ts';
import { getBookingTimes } from '../rules/availability.ts';
import { findChangeDeniedReason } from '../rules/change-policy.ts';
import { bookingTransitionRules, canTransition, isReasonRequired } from '../rules/transitions.ts';
import {
  emailParties,
  formatBookingAmount,
  type NotificationServices,
  notifyBookingConfirmed,
} from './notifications.ts';
import { creditBookingInvoices, refundBookingPayments } from './refunds.ts';
import { isSlotFree, SlotTakenError } from './slots.ts';

interface TransitionActor {
  readonly actor: Actor;
  /** The actor's account; null for the site, and for a client without one. */
  readonly actorId: string | null;
  readonly reason?: string;
}

/** A booking to change, and the party that changes it. */
type PartyChange = TransitionActor & { readonly actor: Party; readonly bookingId: number };

/** The site itself. */
export const SYSTEM_ACTOR: TransitionActor = { actor: 'system', actorId: null };

/**
 * Makes a transition and records who, when and why. The caller must hold the calendar lock. Returns null if the time is
 * taken. Throws CONFLICT if the state does not allow the transition, and UNPROCESSABLE without a required reason.
 */
export async function transitionBooking(
  tx: Transaction,
  now: Temporal.Instant,
  booking: BookingRow,
  transition: Exclude<BookingTransition, 'hold' | 'create'>,
  { actor, actorId, reason }: TransitionActor,
  change: Partial<Omit<BookingRow, 'id' | 'state' | 'version'>> = {},
  details: BookingEventDetails = {},
) {
  if (!canTransition(transition, actor, booking.state)) {
    throw new AppError('CONFLICT', 'This booking has changed. Reload the page.');
  }
  if (isReasonRequired(transition, actor) && !reason?.trim()) {
    const reasonMissing = 'Enter a reason. The client will see it.';
    throw new AppError('UNPROCESSABLE', reasonMissing, { reason: reasonMissing });
  }
  const { from, to } = bookingTransitionRules[transition];
  const state: BookingState = to === 'same' ? booking.state : to;
  const occurredAt = toDate(now);
  // Only these states keep a hold.
  const holdExpiresAt =
    state === 'awaiting_payment' || state === 'held' ? (change.holdExpiresAt ?? booking.holdExpiresAt) : null;
  const heldFrom = state === 'held' ? booking.heldFrom : null;
  const updated = await updateBooking(tx, booking.id, from ?? [], {
    ...change,
    state,
    holdExpiresAt,
    heldFrom,
    updatedAt: occurredAt,
  });
  if (!updated) return null;
  await insertBookingEvent(tx, {
    bookingId: booking.id,
    transition,
    fromState: booking.state,
    toState: state,
    actor,
    actorId,
    reason: reason?.trim() || null,
    details,
    occurredAt,
  });
  return updated;
}

/** Inserts a booking and records who created it; null if the time is taken. The caller must hold the calendar lock. */
export async function createBooking(
  tx: Transaction,
  transition: 'hold' | 'create',
  actorId: string | null,
  values: Omit<NewBooking, 'updatedAt'>,
) {
  const { state: toState, bookedBy: actor, createdAt: occurredAt } = values;
  const booking = await insertBooking(tx, { ...values, updatedAt: occurredAt });
  if (!booking) return null;
  await insertBookingEvent(tx, { bookingId: booking.id, transition, toState, actor, actorId, occurredAt });
  return booking;
}

/** Locks the calendar, then a booking. Throws NOT_FOUND. */
export async function lockBooking(tx: Transaction, id: number) {
  const settings = await lockBookingSettings(tx);
  const booking = await findBookingForUpdate(tx, id);
  if (!booking) throw new AppError('NOT_FOUND', 'This booking doesn’t exist.');
  return { settings, booking };
}

/** Confirms a booking and emails both parties a calendar invite; null if the time is taken. */
export async function confirmBooking(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
  initiator: TransitionActor,
) {
  const confirmed = await transitionBooking(tx, services.now(), booking, 'confirm', initiator);
  if (confirmed) await notifyBookingConfirmed(tx, services, confirmed);
  return confirmed;
}

/**
 * Reschedules a confirmed booking and notifies both parties. Clients can choose free times until the notice period; the
 * owner any time without another booking. Throws SlotTakenError if the time is taken.
 */
export async function rescheduleBooking(
  tx: Transaction,
  services: NotificationServices,
  { bookingId, startsAt, ...initiator }: PartyChange & { readonly startsAt: Date },
): Promise<BookingRow> {
  const { settings, booking } = await lockBooking(tx, bookingId);
  const now = services.now();
  const reason = findChangeDeniedReason('reschedule', initiator.actor, booking, { now, ...settings });
  if (reason) throw new AppError('CONFLICT', reason);
  const start = startsAt.getTime();
  if (start === booking.startsAt.getTime()) return booking;
  const wanted = { start, minutes: booking.durationMinutes, excludeBookingId: booking.id };
  if (initiator.actor === 'client' && !(await isSlotFree(tx, now, wanted))) {
    throw new SlotTakenError(wanted, 'This time is no longer available.');
  }
  if (start <= now.epochMilliseconds) {
    throw new AppError('UNPROCESSABLE', 'This time is in the past.', { startsAt: 'Choose a time in the future.' });
  }
  const change = { ...getBookingTimes(start, booking.durationMinutes, settings), sequence: booking.sequence + 1 };
  const details = { startsAt: startsAt.toISOString(), previousStartsAt: booking.startsAt.toISOString() };
  const updated = await transitionBooking(tx, now, booking, 'reschedule', initiator, change, details);
  if (!updated) throw new SlotTakenError(wanted);
  await emailParties(tx, services, updated, {
    template: 'booking_rescheduled',
    recipients: parties,
    method: 'REQUEST',
    props: ({ timeZone }, party) => ({
      isOwnChange: initiator.actor === party,
      previousStart: formatDateTime(details.previousStartsAt, timeZone),
    }),
  });
  return updated;
}

/**
 * Cancels a booking, refunds it in full, credits unpaid invoices and notifies both parties. Clients can cancel until
 * the notice period (then CONFLICT with the reason); the owner until it begins, with a reason.
 */
export async function cancelBooking(
  tx: Transaction,
  services: NotificationServices,
  { bookingId, ...initiator }: PartyChange,
) {
  const { settings, booking } = await lockBooking(tx, bookingId);
  const now = services.now();
  if (booking.state !== 'held' && booking.state !== 'awaiting_payment') {
    const reason = findChangeDeniedReason('cancel', initiator.actor, booking, { now, ...settings });
    if (reason) throw new AppError('CONFLICT', reason);
  }
  const change = booking.state === 'confirmed' ? { sequence: booking.sequence + 1 } : {};
  const canceled = await transitionBooking(tx, now, booking, 'cancel', initiator, change);
  if (!canceled) throw new AppError('CONFLICT', 'This booking has changed. Reload the page.');
  await creditBookingInvoices(tx, services, canceled, 'The consultation was canceled', 'all');
  const refunded = await refundBookingPayments(tx, services, canceled, 'The consultation was canceled.');
  if (booking.state !== 'confirmed') return canceled;
  await emailParties(tx, services, canceled, {
    template: 'booking_canceled',
    recipients: parties,
    method: 'CANCEL',
    props: (_to, party) => ({
      isOwn: initiator.actor === party,
      reason: initiator.reason?.trim() || null,
      refunded: refunded > 0 ? formatBookingAmount(refunded, booking.currency) : null,
    }),
  });
  return canceled;
}

/**
 * Expires a hold. Credits its invoice immediately, unless a payment is pending: then the invoice stays open for a while
 * so a late payment can book the time again. The caller must hold the calendar lock.
 */
export async function expireBooking(tx: Transaction, services: NotificationServices, booking: BookingRow) {
  const expired = await transitionBooking(tx, services.now(), booking, 'expire', SYSTEM_ACTOR);
  if (!expired || booking.state !== 'awaiting_payment') return;
  const payments = await listPaymentsForBookings(tx, [booking.id]);
  const isPaymentUnderWay = payments.some(
    ({ state }) => state === 'pending' || state === 'processing' || state === 'in_review',
  );
  if (!isPaymentUnderWay)
    await creditBookingInvoices(tx, services, expired, 'The reservation expired before payment', 'owed');
  await emailParties(tx, services, expired, {
    template: 'booking_hold_expired',
    recipients: ['client'],
    props: () => ({ isPaymentUnderWay }),
  });
}

/**
 * Expires all overdue holds within the transaction that may need their time. The caller must hold the calendar lock.
 */
export async function expireHolds(tx: Transaction, services: NotificationServices): Promise<void> {
  const now = toDate(services.now());
  for (const booking of await listExpiredHolds(tx, now)) await expireBooking(tx, services, booking);
}
