import type { Transaction } from '#platform/database/database.ts';
import type { BookingRow } from '../queries/bookings.ts';
import { type TransitionActor, transitionBooking } from './transition.ts';
import { type NotificationServices, notifyBookingConfirmed } from './notifications.ts';

/** Confirms a booking, and tells both sides with its entry for their calendars; null where somebody else has its time. */
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
