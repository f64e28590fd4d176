import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { BookingRow } from '../queries/bookings.ts';
import { findChangeDeniedReason } from '../rules/change-policy.ts';
import { getBlockedInterval } from '../rules/availability.ts';
import { type TransitionActor, transitionBooking, lockBooking } from './transition.ts';
import { type NotificationServices, notifyBookingRescheduled } from './notifications.ts';
import { isSlotFree, SlotTakenError } from './slots.ts';

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
  const { durationMinutes } = booking;
  const wanted = { start, minutes: durationMinutes, excludeBookingId: booking.id };
  if (mover.actor === 'client' && !(await isSlotFree(tx, now, wanted))) {
    throw new SlotTakenError(wanted, 'This time is not free any more.');
  }
  if (start <= now.epochMilliseconds) {
    throw new AppError('UNPROCESSABLE', 'This time has passed.', { startsAt: 'Choose a time to come.' });
  }
  const blocked = getBlockedInterval(start, durationMinutes, settings);
  const change = {
    startsAt,
    endsAt: new Date(start + durationMinutes * 60_000),
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
