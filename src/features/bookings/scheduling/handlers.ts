import { implement } from '@orpc/server';
import { saveBuyer } from '#features/clients/index.ts';
import { findConsultationOption } from '#features/pricing/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { type NotificationServices, notifyBookingConfirmed } from '../lifecycle/actions/notifications.ts';
import { SlotTakenError } from '../lifecycle/actions/slots.ts';
import {
  createBooking,
  expireHolds,
  lockBooking,
  rescheduleBooking,
  transitionBooking,
} from '../lifecycle/actions/transitions.ts';
import { lockBookingSettings } from '../lifecycle/queries/availability.ts';
import { type BookingRow, findBooking } from '../lifecycle/queries/bookings.ts';
import { getBookingTimes, instantOf } from '../lifecycle/rules/availability.ts';
import { type ManualBooking, schedulingContract } from './contract.ts';

const calendar = implement(schedulingContract).$context<ApiContext>();

export const schedulingHandlers = calendar.router({
  createBooking: calendar.createBooking.handler(({ context, input: { idempotencyKey, ...input } }) => {
    const idempotency = { endpoint: 'calendar.createBooking', key: idempotencyKey, body: input };
    const { userId } = requireUser(context);
    const create = async (tx: Transaction) => {
      const timeZone = await getTimeZone(tx);
      const startsAt = parseTime(input, timeZone, context.now());
      const { title, minutes: durationMinutes, optionId } = await getSubject(tx, input);
      const { defaultCurrency: currency } = await getSettings(tx);
      const { name: clientName, email, notes, notifyClient: shouldNotify } = input;
      const client = { clientName, clientEmail: email || null, clientPhone: null, notes };
      const booking = { title, optionId, startsAt, durationMinutes, ...client, timeZone, currency, shouldNotify };
      return withTimeConflict(() => createManualBooking(tx, context, booking, userId));
    };
    return context.db.transaction(tx => withIdempotencyKey(tx, context, idempotency, () => create(tx)));
  }),
  rescheduleBooking: calendar.rescheduleBooking.handler(
    inTransaction(async (tx, context, { booking: bookingId, ...localTime }) => {
      const { userId: actorId } = requireUser(context);
      const startsAt = parseTime(localTime, await getTimeZone(tx), context.now());
      const before = await findBooking(tx, bookingId);
      if (before?.startsAt.getTime() === startsAt.getTime())
        throw invalid('time', 'The booking already starts at this time. Choose another time.');
      return withTimeConflict(() => rescheduleBooking(tx, context, { bookingId, startsAt, actor: 'owner', actorId }));
    }),
  ),
  recordOutcome: calendar.recordOutcome.handler(
    inTransaction(async (tx, context, { booking: bookingId, outcome }) => {
      const transition = outcome === 'completed' ? 'complete' : 'mark_no_show';
      const { userId: ownerId } = requireUser(context);
      return { number: (await recordBookingOutcome(tx, context, { bookingId, transition, ownerId })).id };
    }),
  ),
});

/** A manual booking by the owner: any time without another booking, any duration, no payment. */
type ManualBookingInput = Pick<BookingRow, 'title' | 'optionId' | 'startsAt' | 'durationMinutes' | 'clientName'> &
  Pick<BookingRow, 'clientEmail' | 'clientPhone' | 'notes' | 'timeZone' | 'currency'> & {
    readonly shouldNotify: boolean;
  };

/** Creates a manual booking. Throws SlotTakenError if the time overlaps another booking, including its buffers. */
export async function createManualBooking(
  tx: Transaction,
  services: NotificationServices,
  { shouldNotify, ...input }: ManualBookingInput,
  ownerId: string,
) {
  const settings = await lockBookingSettings(tx);
  await expireHolds(tx, services);
  const start = input.startsAt.getTime();
  const createdAt = toDate(services.now());
  const booking = await createBooking(tx, 'create', ownerId, {
    ...input,
    ...getBookingTimes(start, input.durationMinutes, settings),
    state: 'confirmed',
    bookedBy: 'owner',
    total: ZERO,
    unitPrice: ZERO,
    tax: { behavior: 'inclusive', name: 'Tax', basisPoints: 0 },
    seenAt: createdAt,
    createdAt,
  });
  if (!booking)
    throw new SlotTakenError({ start, minutes: input.durationMinutes }, 'This time overlaps another booking.');
  const { clientName: name, clientEmail: email } = input;
  if (name !== null && email !== null)
    await saveBuyer(tx, services.now(), { name, email, details: null, isVerified: true });
  if (shouldNotify) await notifyBookingConfirmed(tx, services, booking);
  return booking;
}

/** Marks a booking as completed or as a no-show. Throws CONFLICT before it has begun. */
export async function recordBookingOutcome(
  tx: Transaction,
  services: NotificationServices,
  { bookingId, transition, ownerId }: { bookingId: number; transition: 'complete' | 'mark_no_show'; ownerId: string },
) {
  const { booking } = await lockBooking(tx, bookingId);
  const now = services.now();
  if (booking.startsAt.getTime() > now.epochMilliseconds) {
    throw new AppError('CONFLICT', 'This consultation hasn’t started yet.');
  }
  const updated = await transitionBooking(tx, now, booking, transition, { actor: 'owner', actorId: ownerId });
  if (!updated) throw new AppError('CONFLICT', 'Another booking now has this time.');
  return updated;
}

/** Returns the number of the changed booking. Turns SlotTakenError into a CONFLICT on the time field. */
async function withTimeConflict(change: () => Promise<BookingRow>) {
  try {
    return { number: (await change()).id };
  } catch (error) {
    if (!(error instanceof SlotTakenError)) throw error;
    throw invalid('time', 'This time overlaps another booking or its buffer.', 'CONFLICT');
  }
}

const invalid = (field: string, message: string, code: ErrorCode = 'UNPROCESSABLE') =>
  new AppError(code, message, { [field]: message });

/**
 * Converts the owner's wall time to an instant, the first one if it repeats. Throws UNPROCESSABLE if clocks skip it or
 * it has passed.
 */
function parseTime({ date, time }: Pick<ManualBooking, 'date' | 'time'>, timeZone: string, now: Temporal.Instant) {
  const instant = instantOf(Temporal.PlainDate.from(date).toPlainDateTime(time), timeZone);
  if (instant === undefined) {
    throw invalid('time', 'The clocks go forward on that day, so this time doesn’t exist. Choose another time.');
  }
  if (instant <= now.epochMilliseconds) {
    throw new AppError('UNPROCESSABLE', 'This time is in the past.', { time: 'Choose a time in the future.' });
  }
  return new Date(instant);
}

/** Returns the title and duration of a manual booking, from its option or as entered. */
async function getSubject(
  tx: Transaction,
  { optionId: id, title, minutes }: Pick<ManualBooking, 'optionId' | 'title' | 'minutes'>,
) {
  if (id !== '') {
    const option = await findConsultationOption(tx, id);
    if (!option)
      throw new AppError('UNPROCESSABLE', 'This consultation is no longer available.', {
        optionId: 'Choose another one.',
      });
    return { title: title || option.title, minutes: minutes ?? option.durationMinutes, optionId: option.id };
  }
  // Validated by the contract.
  if (minutes === undefined) throw invalid('minutes', 'Enter a duration.');
  return { title, minutes, optionId: null };
}
