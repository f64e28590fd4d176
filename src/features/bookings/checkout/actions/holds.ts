import { isDeepStrictEqual } from 'node:util';
import { findConsultationOption } from '#features/pricing/index.ts';
import { requireSelling, chooseOrderTax, calculateTotals, type TaxBuyer } from '#features/billing/index.ts';
import { findCheckoutBuyer } from '#features/clients/index.ts';
import { isPaymentAvailable } from '#features/payments/index.ts';
import { getOwnerDate } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { BookingDetailsInput, HoldInput } from '../contract.ts';
import { authorizeBooking, createBookingAccessToken } from '../../lifecycle/actions/access.ts';
import { formatBookingAmount, type NotificationServices } from '../../lifecycle/actions/notifications.ts';
import { isSlotFree, SlotTakenError } from '../../lifecycle/actions/slots.ts';
import { createBooking, expireHolds, transitionBooking } from '../../lifecycle/actions/transitions.ts';
import { HOLD_MINUTES, LATE_PAYMENT_GRACE_MS, MAX_HOURS, MIN_HOURS } from '../../lifecycle/contract/limits.ts';
import { lockBookingSettings } from '../../lifecycle/queries/availability.ts';
import { type BookingRow, findBookingForUpdate, updateBooking } from '../../lifecycle/queries/bookings.ts';
import { getBookingTimes } from '../../lifecycle/rules/availability.ts';
import { countHeldFrom } from '../queries.ts';

/** Holds per network (security page, "Limits"). */
const HOLDS_BY_NETWORK: RateLimit = { name: 'booking holds', maxAttempts: 20, windowSeconds: 3600 };

/** Concurrent holds per network before the client has entered their details. */
const NAMELESS_HOLDS = 2;

/**
 * Returns the chosen consultation with its price, before the client's details are known. Throws NOT_FOUND if it is not
 * offered, and UNPROCESSABLE for invalid hours.
 */
export async function priceConsultation(
  db: Db,
  now: Temporal.Instant,
  { optionId, hours }: { optionId: string; hours: number },
) {
  const option = await findConsultationOption(db, optionId);
  if (!option) throw new AppError('NOT_FOUND', 'This consultation is no longer available. Choose another one.');
  const byHour = option.priceUnit === 'hour';
  if (byHour && (hours < MIN_HOURS || hours > MAX_HOURS)) {
    const message = `Choose ${MIN_HOURS} to ${MAX_HOURS} hours.`;
    throw new AppError('UNPROCESSABLE', message, { hours: message });
  }
  const quantity = byHour ? hours : 1;
  const { minor: unitPrice, currency } = option.price;
  const { total, tax } = await addTax(db, now, { quantity, unitPrice }, null);
  const { title, durationMinutes } = option;
  return { optionId, title, durationMinutes: durationMinutes * quantity, quantity, unitPrice, total, tax, currency };
}

type ClientInput = Pick<BookingDetailsInput, 'billing' | 'name'>;
type Priced = Pick<BookingRow, 'quantity' | 'unitPrice'>;

/** Returns the total and the tax of a consultation for a buyer today; null for one without details. */
async function addTax(db: Db, now: Temporal.Instant, { quantity, unitPrice }: Priced, buyer: TaxBuyer | null) {
  const today = await getOwnerDate(db, now);
  const tax = await chooseOrderTax(db, buyer, today);
  const lineItems = [{ quantity, unitAmount: unitPrice }];
  return { tax, total: calculateTotals({ lineItems, taxBehavior: tax.behavior, tax }).total };
}

/**
 * Gives a hold the tax of its client. Throws CONFLICT with the new price if it changes the total, after saving it, so
 * the client sees it before booking.
 */
export async function updateHoldTax(context: ApiContext, reference: string, input: ClientInput): Promise<void> {
  const { db, now } = context;
  const change = await db.transaction(async tx => {
    const { booking: opened } = await authorizeBooking(tx, context, reference);
    const booking = await findBookingForUpdate(tx, opened.id);
    if (booking?.state !== 'held' && booking?.state !== 'expired') return null;
    const { tax, total } = await addTax(tx, now(), booking, await findCheckoutBuyer(tx, context.actor, input));
    if (isDeepStrictEqual(tax, booking.tax)) return null;
    await updateBooking(tx, booking.id, [booking.state], { tax, total });
    return total === booking.total ? null : formatBookingAmount(total, booking.currency);
  });
  if (change === null) return;
  throw new AppError('CONFLICT', `With your billing details, the price is ${change}. To accept it, submit again.`);
}

/** Returns when a new hold expires: after half an hour, but not past `start` (milliseconds since 1970). */
export function getHoldExpiry(now: Temporal.Instant, start: number): Date {
  return new Date(Math.min(now.add({ minutes: HOLD_MINUTES }).epochMilliseconds, start));
}

type HoldContext = NotificationServices & Pick<ApiContext, 'actor' | 'client' | 'paymentProviders'>;

/** Shown if a consultation has a price but can't be paid. */
export const NO_PAYMENT_METHOD =
  'Paid consultations can’t be booked here right now, because this site can’t accept payments yet.';

/**
 * Holds a time for half an hour and releases the client's other hold (`replacesHold`). Throws SlotTakenError if the time
 * is taken, and CONFLICT if the price can't be paid or this network has too many holds.
 */
export async function createHold(
  tx: Transaction,
  context: HoldContext,
  input: HoldInput,
  chosen: Awaited<ReturnType<typeof priceConsultation>>,
) {
  const now = context.now();
  if (chosen.total > 0) {
    await requireSelling(tx, context);
    if (!(await isPaymentAvailable(tx, context, chosen.currency))) throw new AppError('CONFLICT', NO_PAYMENT_METHOD);
  }
  const { network } = context.client;
  await consumeRateLimit(tx, HOLDS_BY_NETWORK, network, now);
  const settings = await lockBookingSettings(tx);
  await expireHolds(tx, context);
  if (input.replacesHold) await releaseHold(tx, context, input.replacesHold);
  if ((await countHeldFrom(tx, network)) >= NAMELESS_HOLDS) {
    throw new AppError(
      'CONFLICT',
      `You’ve already reserved ${NAMELESS_HOLDS} time slots. Finish one of those bookings, or wait up to ${HOLD_MINUTES} minutes for a reservation to expire.`,
    );
  }
  const start = Date.parse(input.startsAt);
  const wanted = { start, minutes: chosen.durationMinutes };
  if (!(await isSlotFree(tx, now, wanted))) throw new SlotTakenError(wanted, 'This time is no longer available.');
  const actorId = context.actor.role === 'visitor' ? null : context.actor.userId;
  const booking = await createBooking(tx, 'hold', actorId, {
    ...chosen,
    state: 'held',
    ...getBookingTimes(start, chosen.durationMinutes, settings),
    holdExpiresAt: getHoldExpiry(now, start),
    heldFrom: network,
    bookedBy: 'client',
    timeZone: input.timeZone,
    createdAt: toDate(now),
  });
  if (!booking) throw new SlotTakenError(wanted);
  return { number: booking.id, accessToken: createBookingAccessToken(context.encryption, booking) };
}

/** Releases one of the caller's holds. Bookings in a later state are left unchanged. */
async function releaseHold(tx: Transaction, context: HoldContext, reference: string): Promise<void> {
  const access = await authorizeBooking(tx, context, reference).catch(() => null);
  const booking = access && (await findBookingForUpdate(tx, access.booking.id));
  if (booking?.state !== 'held') return;
  await transitionBooking(tx, context.now(), booking, 'cancel', {
    actor: 'client',
    actorId: access?.actorId ?? null,
    reason: 'The client chose another time.',
  });
}

/**
 * Returns whether a hold expired so recently that it can be resumed, ignoring the notice period and keeping the offer.
 * `booking` must be the row read before its hold was expired.
 */
export function isHoldRecentlyExpired({ holdExpiresAt, updatedAt }: BookingRow, now: Temporal.Instant): boolean {
  return now.epochMilliseconds - (holdExpiresAt ?? updatedAt).getTime() <= LATE_PAYMENT_GRACE_MS;
}

/** Returns whether the option still has the duration and price that the booking was made for. */
export async function isOfferUnchanged(db: Db, now: Temporal.Instant, booking: BookingRow): Promise<boolean> {
  if (booking.optionId === null) return false;
  try {
    const chosen = await priceConsultation(db, now, { optionId: booking.optionId, hours: booking.quantity });
    return (['durationMinutes', 'unitPrice', 'currency'] as const).every(name => chosen[name] === booking[name]);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
