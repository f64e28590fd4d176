import type { Transaction } from '#platform/database/database.ts';
import type { BookingRow } from '../queries/bookings.ts';
import { type Mover, moveBooking } from './transition.ts';
import { type NoticeServices, tellConfirmed } from './notifications.ts';

/** Confirms a booking, and tells both sides with its entry for their calendars; null where somebody else has its time. */
export async function confirmBooking(
  tx: Transaction,
  services: NoticeServices,
  booking: BookingRow,
  mover: Mover,
): Promise<BookingRow | null> {
  const confirmed = await moveBooking(tx, services.now(), booking, 'confirm', mover);
  if (confirmed) await tellConfirmed(tx, services, confirmed);
  return confirmed;
}
