import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { formatDateTime } from '#shared/time.ts';
import type { BookingRow } from '../../lifecycle/queries/bookings.ts';
import { type NotificationServices, emailParties, formatBookingAmount } from '../../lifecycle/actions/notifications.ts';

/** Notifies the client how to return and pay while their time is held. */
export function notifyPaymentDue(tx: Transaction, services: NotificationServices, booking: BookingRow): Promise<void> {
  const until = booking.holdExpiresAt?.toISOString() ?? booking.startsAt.toISOString();
  return emailParties(tx, services, booking, {
    template: 'booking_payment_due',
    sides: ['client'],
    props: ({ timeZone }) => ({
      amount: formatBookingAmount(booking.total, booking.currency),
      heldUntil: formatDateTime(until, timeZone),
    }),
  });
}

/** Notifies the client that their payment came too late and is refunded. */
export function notifySlotLost(
  tx: Transaction,
  services: NotificationServices,
  booking: BookingRow,
  { why, refunded }: { readonly why: string; readonly refunded: MinorUnits },
): Promise<void> {
  return emailParties(tx, services, booking, {
    template: 'booking_slot_lost',
    sides: ['client'],
    props: () => ({ reason: why, refunded: formatBookingAmount(refunded, booking.currency) }),
  });
}
