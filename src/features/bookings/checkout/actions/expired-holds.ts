import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { BookingRow } from '../../lifecycle/queries/bookings.ts';
import { LATE_PAYMENT_GRACE } from '../rules/late-payments.ts';
import { priceConsultation } from './holds.ts';

/**
 * Returns whether a hold expired so recently that it can be resumed, ignoring the notice period and keeping the offer.
 * `booking` must be the row read before its hold was expired.
 */
export function isHoldRecentlyExpired({ holdExpiresAt, updatedAt }: BookingRow, now: Temporal.Instant): boolean {
  return now.epochMilliseconds - (holdExpiresAt ?? updatedAt).getTime() <= LATE_PAYMENT_GRACE.total('milliseconds');
}

/** Returns whether the option still has the duration and price that the booking was made for. */
export async function isOfferUnchanged(db: Db, booking: BookingRow): Promise<boolean> {
  if (booking.optionId === null) return false;
  try {
    const chosen = await priceConsultation(db, { optionId: booking.optionId, hours: booking.quantity });
    return (['durationMinutes', 'total', 'currency'] as const).every(name => chosen[name] === booking[name]);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
