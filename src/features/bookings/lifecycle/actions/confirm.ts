import type { Transaction } from '#platform/database/database.ts';
import type { BookingRow } from '../queries/bookings.ts';
import { type TransitionActor, transitionBooking } from './transition.ts';
import { type NotificationServices, notifyBookingConfirmed } from './notifications.ts';

/** Confirms a booking and emails both parties a calendar invite; null if the time is taken. */
export async function confirmBooking(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
  mover: TransitionActor,
): Promise<BookingRow | null> {
  const confirmed = await transitionBooking(tx, services.now(), booking, 'confirm', mover);
  if (confirmed) await notifyBookingConfirmed(tx, services, confirmed);
  return confirmed;
}
