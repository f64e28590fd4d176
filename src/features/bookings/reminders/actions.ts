import type { Transaction } from '#platform/database/database.ts';
import type { ReminderKind } from '../lifecycle/contract/states.ts';
import type { BookingRow } from '../lifecycle/queries/bookings.ts';
import { type NotificationServices, emailParties, BOTH_PARTIES } from '../lifecycle/actions/notifications.ts';

/** Reminds both parties that their consultation is near. */
export function notifyBookingReminder(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
  kind: ReminderKind,
): Promise<void> {
  return emailParties(tx, services, booking, {
    template: 'booking_reminder',
    sides: BOTH_PARTIES,
    method: 'REQUEST',
    props: () => ({ kind, about: booking.notes, phone: booking.clientPhone }),
  });
}
