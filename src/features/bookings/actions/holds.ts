import { findConsultationOption } from '#features/pricing/queries/pricing.ts';
import { requireSelling } from '#features/billing/actions/selling.ts';
import { getBillingSettings } from '#features/billing/queries/settings.ts';
import { totalsOf } from '#features/billing/rules/totals.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { Holding } from '../contract/schemas.ts';
import { FEWEST_HOURS, HOLD_MINUTES, MOST_HOURS } from '../contract/limits.ts';
import { getSettingsLocked } from '../queries/availability.ts';
import {
  type BookingRow,
  findBookingLocked,
  insertBooking,
  countHeldFrom,
  insertBookingEvent,
  listEndedHolds,
} from '../queries/bookings.ts';
import { blockedSpan } from '../rules/availability.ts';
import { bookingLink, openBooking } from './access.ts';
import { expireBooking } from './cancel.ts';
import { moveBooking } from './transition.ts';
import type { NoticeServices } from './notifications.ts';
import { isFree, TimeTaken } from './slots.ts';

/** Times that are held from one network (security page, "Limits"). */
const HOLDS_BY_NETWORK: RateLimit = { name: 'booking holds', most: 20, seconds: 3600 };

/** Times that one network may hold at a time before it gives a name. */
const NAMELESS_HOLDS = 2;

/** A consultation as it is offered, with the hours that were chosen of what is sold by the hour. */
export interface Chosen {
  readonly optionId: string;
  readonly title: string;
  readonly minutes: number;
  readonly quantity: number;
  readonly unitPrice: BookingRow['unitPrice'];
  readonly total: BookingRow['total'];
  readonly tax: BookingRow['tax'];
  readonly currency: string;
}

/** What is chosen, and what it costs. Throws NOT_FOUND for what is not offered, and UNPROCESSABLE for other hours. */
export async function readChosen(db: Db, { option: id, hours }: { option: string; hours: number }): Promise<Chosen> {
  const option = await findConsultationOption(db, id);
  if (!option) throw new AppError('NOT_FOUND', 'This consultation is not offered any more. Choose another one.');
  const byHour = option.priceUnit === 'hour';
  if (byHour && (hours < FEWEST_HOURS || hours > MOST_HOURS)) {
    const sentence = `Choose from ${FEWEST_HOURS} to ${MOST_HOURS} hours.`;
    throw new AppError('UNPROCESSABLE', sentence, { hours: sentence });
  }
  const quantity = byHour ? hours : 1;
  const { prices, taxName: name, taxBasisPoints: basisPoints } = await getBillingSettings(db);
  const tax = { prices, name, basisPoints };
  const { minor: unitPrice, currency } = option.price;
  const { total } = totalsOf({ lines: [{ quantity, unitAmount: unitPrice }], prices, tax });
  const { title, minutes } = option;
  return { optionId: id, title, minutes: minutes * quantity, quantity, unitPrice, total, tax, currency };
}

/** Until when a time is held that is chosen now: for half an hour, and not past its beginning (milliseconds since 1970). */
export function holdUntil(now: Temporal.Instant, start: number): Date {
  return new Date(Math.min(now.add({ minutes: HOLD_MINUTES }).epochMilliseconds, start));
}

/** Ends every hold whose time is over, in the transaction that may want its place. Its caller holds the calendar's lock. */
export async function endHolds(tx: Transaction, services: NoticeServices & Pick<ApiServices, 'now'>): Promise<void> {
  const now = new Date(services.now().epochMilliseconds);
  for (const booking of await listEndedHolds(tx, now)) await expireBooking(tx, services, booking);
}

export type HoldingContext = NoticeServices & Pick<ApiContext, 'actor' | 'client'>;

/**
 * Holds a time for whoever chose it, for half an hour. Another hold that they had is given up for it (`instead`). Throws
 * TimeTaken where somebody else was quicker, or it cannot be had, and CONFLICT where this network holds too many.
 */
export async function holdTime(
  tx: Transaction,
  context: HoldingContext,
  input: Holding,
  chosen: Chosen,
): Promise<{ number: number; link: string }> {
  const now = context.now();
  if (chosen.total > 0) await requireSelling(tx, context);
  await countTry(tx, HOLDS_BY_NETWORK, context.client.network, now);
  const settings = await getSettingsLocked(tx);
  await endHolds(tx, context);
  if (input.instead) await releaseHold(tx, context, input.instead);
  const { network } = context.client;
  if ((await countHeldFrom(tx, network)) >= NAMELESS_HOLDS) {
    throw new AppError(
      'CONFLICT',
      `You are already holding ${NAMELESS_HOLDS} times. Finish one of those bookings, or wait up to ${HOLD_MINUTES} minutes until one is released.`,
    );
  }
  const start = Date.parse(input.startsAt);
  const wanted = { start, minutes: chosen.minutes };
  if (!(await isFree(tx, now, wanted))) throw new TimeTaken(wanted, 'This time is not free any more.');
  const at = new Date(now.epochMilliseconds);
  const blocked = blockedSpan(start, chosen.minutes, settings);
  const booking = await insertBooking(tx, {
    ...chosen,
    state: 'held',
    startsAt: new Date(start),
    endsAt: new Date(start + chosen.minutes * 60_000),
    blockedFrom: new Date(blocked.from),
    blockedUntil: new Date(blocked.until),
    heldUntil: holdUntil(now, start),
    heldFrom: network,
    bookedBy: 'client',
    timeZone: input.timeZone,
    createdAt: at,
    updatedAt: at,
  });
  if (!booking) throw new TimeTaken(wanted);
  const actorId = context.actor.role === 'visitor' ? null : context.actor.userId;
  await insertBookingEvent(tx, { bookingId: booking.id, move: 'hold', toState: 'held', actor: 'client', actorId, at });
  return { number: booking.id, link: bookingLink(context.sealer, booking) };
}

/** Gives up a hold of one's own; what has gone on since stays as it is. */
async function releaseHold(tx: Transaction, context: HoldingContext, reference: string): Promise<void> {
  const opened = await openBooking(tx, context, reference).catch(() => null);
  const booking = opened && (await findBookingLocked(tx, opened.booking.id));
  if (booking?.state !== 'held') return;
  await moveBooking(tx, context.now(), booking, 'cancel', {
    actor: 'client',
    actorId: opened?.actorId ?? null,
    reason: 'Another time was chosen.',
  });
}
