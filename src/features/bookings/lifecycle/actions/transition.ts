import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor, BookingEventDetails, BookingState, BookingTransition } from '../contract/states.ts';
import { type BookingRow, insertBookingEvent, updateBooking, findBookingForUpdate } from '../queries/bookings.ts';
import { canTransition, getTransitionRule, isReasonRequired } from '../rules/transitions.ts';
import { lockBookingSettings } from '../queries/availability.ts';

export interface TransitionActor {
  readonly actor: Actor;
  /** The actor's account; null for the site, and for a client without one. */
  readonly actorId: string | null;
  readonly reason?: string;
}

/** The site itself. */
export const SYSTEM_ACTOR: TransitionActor = { actor: 'system', actorId: null };

type Change = Partial<Omit<BookingRow, 'id' | 'state' | 'version'>>;

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
  { change = {}, details = {} }: { readonly change?: Change; readonly details?: BookingEventDetails } = {},
): Promise<BookingRow | null> {
  if (!canTransition(transition, actor, booking.state)) {
    throw new AppError('CONFLICT', 'This booking has changed. Reload the page.');
  }
  if (isReasonRequired(transition, actor) && !reason?.trim()) {
    throw new AppError('UNPROCESSABLE', 'Say why.', { reason: 'Say why, so that the client can read it.' });
  }
  const { from, to } = getTransitionRule(transition);
  const state: BookingState = to === 'same' ? booking.state : to;
  const occurredAt = new Date(now.epochMilliseconds);
  // Only these states keep a hold.
  const holdExpiresAt =
    state === 'awaiting_payment' || state === 'held' ? (change.holdExpiresAt ?? booking.holdExpiresAt) : null;
  const heldFrom = state === 'held' ? booking.heldFrom : null;
  const moved = await updateBooking(tx, booking.id, from ?? [], {
    ...change,
    state,
    holdExpiresAt,
    heldFrom,
    updatedAt: occurredAt,
  });
  if (!moved) return null;
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
  return moved;
}

/** Locks the calendar, then a booking. Throws NOT_FOUND. */
export async function lockBooking(tx: Transaction, id: number) {
  const settings = await lockBookingSettings(tx);
  const booking = await findBookingForUpdate(tx, id);
  if (!booking) throw new AppError('NOT_FOUND', 'This booking doesn’t exist.');
  return { settings, booking };
}
