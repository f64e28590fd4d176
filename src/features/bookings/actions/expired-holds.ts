import { listPaymentsByDocument } from '#features/payments/queries/payments.ts';
import { listRefundsByDocument } from '#features/payments/queries/refunds.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { sumAmounts } from '#shared/money-arithmetic.ts';
import type { Booking } from '../contract/schemas.ts';
import type { BookingRow } from '../queries/bookings.ts';
import { LATE_PAYMENT_GRACE } from '../rules/queues.ts';
import { priceConsultation } from './holds.ts';

const LATE = LATE_PAYMENT_GRACE.total('milliseconds');

/**
 * Returns whether a hold expired so recently that it can be resumed, ignoring the notice period and keeping the offer.
 * `booking` must be the row read before its hold was expired.
 */
export function isHoldRecentlyExpired({ heldUntil, updatedAt }: BookingRow, now: Temporal.Instant): boolean {
  return now.epochMilliseconds - (heldUntil ?? updatedAt).getTime() <= LATE;
}

/** Returns whether the option still has the duration and price that the booking was made for. */
export async function isOfferUnchanged(db: Db, booking: BookingRow): Promise<boolean> {
  if (booking.optionId === null) return false;
  try {
    const chosen = await priceConsultation(db, { option: booking.optionId, hours: booking.quantity });
    return (['minutes', 'total', 'currency'] as const).every(name => chosen[name] === booking[name]);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Returns the total refunded for documents; null without refunds. */
export async function findBookingRefund(db: Db, documents: readonly number[]): Promise<Booking['refunded']> {
  const refunds = [];
  for (const id of documents) refunds.push(...(await listRefundsByDocument(db, id)));
  if (refunds.length === 0) return null;
  return {
    amount: sumAmounts(refunds.map(({ amount }) => amount)),
    isDone: refunds.every(({ state }) => state === 'done'),
  };
}

/** Returns whether documents have a payment in review, or one recently started at a provider. */
export async function hasPendingPayment(db: Db, documents: readonly number[], now: Temporal.Instant): Promise<boolean> {
  for (const id of documents) {
    const found = (await listPaymentsByDocument(db, id)).some(
      ({ state, createdAt }) =>
        state === 'in_review' || (state === 'started' && now.epochMilliseconds - createdAt.getTime() <= LATE),
    );
    if (found) return true;
  }
  return false;
}
