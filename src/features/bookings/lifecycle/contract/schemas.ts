import { z } from 'zod';
import { singleLineText, money } from '#shared/contract.ts';

export const amount = money.shape.minor;
/** Replaces the `Idempotency-Key` header, which a form can't send. */
export const idempotencyKey = singleLineText.max(64, 'At most 64 characters.').optional();

export const bookingReference = z.strictObject({
  /** The booking's id, or id and token of its secret link. */
  booking: singleLineText.min(1, 'Name the booking.').max(120, 'This booking doesn’t exist.'),
});

export const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000;
