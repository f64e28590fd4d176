import { findConsultationOption } from '#features/pricing/index.ts';
import { requireSelling, getBillingSettingsRow, calculateTotals } from '#features/billing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { HoldInput } from '../contract.ts';
import { MIN_HOURS, HOLD_MINUTES, MAX_HOURS } from '../../lifecycle/contract/limits.ts';
import { lockBookingSettings } from '../../lifecycle/queries/availability.ts';
import {
  type BookingRow,
  findBookingForUpdate,
  insertBooking,
  insertBookingEvent,
} from '../../lifecycle/queries/bookings.ts';
import { countHeldFrom } from '../queries.ts';
import { getBlockedInterval } from '../../lifecycle/rules/availability.ts';
import { createBookingAccessToken, authorizeBooking } from '../../lifecycle/actions/access.ts';
import { expireHolds } from '../../lifecycle/actions/expire.ts';
import { transitionBooking } from '../../lifecycle/actions/transition.ts';
import type { NotificationServices } from '../../lifecycle/actions/notifications.ts';
import { isSlotFree, SlotTakenError } from '../../lifecycle/actions/slots.ts';

/** Holds per network (security page, "Limits"). */
const HOLDS_BY_NETWORK: RateLimit = { name: 'booking holds', maxAttempts: 20, windowSeconds: 3600 };

/** Concurrent holds per network before the client has entered their details. */
const NAMELESS_HOLDS = 2;

/** An offered consultation, with the chosen hours if it is sold by the hour. */
export interface PricedConsultation {
  readonly optionId: string;
  readonly title: string;
  readonly durationMinutes: number;
  readonly quantity: number;
  readonly unitPrice: BookingRow['unitPrice'];
  readonly total: BookingRow['total'];
  readonly tax: BookingRow['tax'];
  readonly currency: string;
}

/**
 * Returns the chosen consultation with its price. Throws NOT_FOUND if it is not offered, and UNPROCESSABLE for invalid
 * hours.
 */
export async function priceConsultation(
  db: Db,
  { optionId: id, hours }: { optionId: string; hours: number },
): Promise<PricedConsultation> {
  const option = await findConsultationOption(db, id);
  if (!option) throw new AppError('NOT_FOUND', 'This consultation is not offered any more. Choose another one.');
  const byHour = option.priceUnit === 'hour';
  if (byHour && (hours < MIN_HOURS || hours > MAX_HOURS)) {
    const sentence = `Choose from ${MIN_HOURS} to ${MAX_HOURS} hours.`;
    throw new AppError('UNPROCESSABLE', sentence, { hours: sentence });
  }
  const quantity = byHour ? hours : 1;
  const { taxBehavior, taxName: name, taxBasisPoints: basisPoints } = await getBillingSettingsRow(db);
  const tax = { behavior: taxBehavior, name, basisPoints };
  const { minor: unitPrice, currency } = option.price;
  const { total } = calculateTotals({ lineItems: [{ quantity, unitAmount: unitPrice }], taxBehavior, tax });
  const { title, durationMinutes } = option;
  return {
    optionId: id,
    title,
    durationMinutes: durationMinutes * quantity,
    quantity,
    unitPrice,
    total,
    tax,
    currency,
  };
}

/** Returns when a new hold expires: after half an hour, but not past `start` (milliseconds since 1970). */
export function getHoldExpiry(now: Temporal.Instant, start: number): Date {
  return new Date(Math.min(now.add({ minutes: HOLD_MINUTES }).epochMilliseconds, start));
}

export type HoldContext = NotificationServices & Pick<ApiContext, 'actor' | 'client'>;

/**
 * Holds a time for half an hour and releases the client's other hold (`replacesHold`). Throws SlotTakenError if the time is
 * not free, and CONFLICT if this network has too many holds.
 */
export async function createHold(
  tx: Transaction,
  context: HoldContext,
  input: HoldInput,
  chosen: PricedConsultation,
): Promise<{ number: number; accessToken: string }> {
  const now = context.now();
  if (chosen.total > 0) await requireSelling(tx, context);
  await consumeRateLimit(tx, HOLDS_BY_NETWORK, context.client.network, now);
  const settings = await lockBookingSettings(tx);
  await expireHolds(tx, context);
  if (input.replacesHold) await releaseHold(tx, context, input.replacesHold);
  const { network } = context.client;
  if ((await countHeldFrom(tx, network)) >= NAMELESS_HOLDS) {
    throw new AppError(
      'CONFLICT',
      `You are already holding ${NAMELESS_HOLDS} times. Finish one of those bookings, or wait up to ${HOLD_MINUTES} minutes until one is released.`,
    );
  }
  const start = Date.parse(input.startsAt);
  const wanted = { start, minutes: chosen.durationMinutes };
  if (!(await isSlotFree(tx, now, wanted))) throw new SlotTakenError(wanted, 'This time is not free any more.');
  const createdAt = new Date(now.epochMilliseconds);
  const blocked = getBlockedInterval(start, chosen.durationMinutes, settings);
  const booking = await insertBooking(tx, {
    ...chosen,
    state: 'held',
    startsAt: new Date(start),
    endsAt: new Date(start + chosen.durationMinutes * 60_000),
    blockedFrom: new Date(blocked.start),
    blockedUntil: new Date(blocked.end),
    holdExpiresAt: getHoldExpiry(now, start),
    heldFrom: network,
    bookedBy: 'client',
    timeZone: input.timeZone,
    createdAt,
    updatedAt: createdAt,
  });
  if (!booking) throw new SlotTakenError(wanted);
  const actorId = context.actor.role === 'visitor' ? null : context.actor.userId;
  await insertBookingEvent(tx, {
    bookingId: booking.id,
    transition: 'hold',
    toState: 'held',
    actor: 'client',
    actorId,
    occurredAt: createdAt,
  });
  return { number: booking.id, accessToken: createBookingAccessToken(context.encryption, booking) };
}

/** Releases a hold of the caller; a booking that has progressed since then stays as it is. */
async function releaseHold(tx: Transaction, context: HoldContext, reference: string): Promise<void> {
  const opened = await authorizeBooking(tx, context, reference).catch(() => null);
  const booking = opened && (await findBookingForUpdate(tx, opened.booking.id));
  if (booking?.state !== 'held') return;
  await transitionBooking(tx, context.now(), booking, 'cancel', {
    actor: 'client',
    actorId: opened?.actorId ?? null,
    reason: 'Another time was chosen.',
  });
}
