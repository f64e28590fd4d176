import { findConsultationOption } from '#features/pricing/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { findTimeZone } from '#features/site/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { type NotificationServices, notifyBookingConfirmed } from '../lifecycle/actions/notifications.ts';
import { SlotTakenError } from '../lifecycle/actions/slots.ts';
import { expireHolds, lockBooking, rescheduleBooking, transitionBooking } from '../lifecycle/actions/transitions.ts';
import { MAX_MANUAL_MINUTES, MIN_MANUAL_MINUTES } from '../lifecycle/contract/limits.ts';
import { lockBookingSettings } from '../lifecycle/queries/availability.ts';
import { type BookingRow, findBooking, insertBooking, insertBookingEvent } from '../lifecycle/queries/bookings.ts';
import { getBookingTimes, instantOf } from '../lifecycle/rules/availability.ts';
import type { ManualBooking } from './contract.ts';

/** A wall time in the owner's zone. */
interface WallTime {
  readonly date: string;
  readonly time: string;
}

/** Creates a manual booking. Throws CONFLICT if another booking, buffers included, has the time. */
export async function createOwnerBooking(
  tx: Transaction,
  services: NotificationServices,
  input: Omit<ManualBooking, 'idempotencyKey'>,
  ownerId: string,
): Promise<{ number: number }> {
  const timeZone = (await findTimeZone(tx)) ?? 'UTC';
  const startsAt = futureTime(input, timeZone, services.now());
  const { title, minutes, optionId } = await subjectOf(tx, input);
  const { defaultCurrency } = await getSettings(tx);
  if (input.notifyClient && input.email === '') throw invalid('email', 'Give an address to write to, or tell nobody.');
  const booking = {
    title,
    optionId,
    startsAt,
    durationMinutes: minutes,
    clientName: input.name,
    clientEmail: input.email || null,
    clientPhone: null,
    notes: input.notes,
    timeZone,
    currency: defaultCurrency,
    shouldNotify: input.notifyClient,
  };
  return besideTime(() => createManualBooking(tx, services, booking, ownerId));
}

/** A manual booking by the owner: any time without another booking, any duration, no payment. */
type ManualBookingInput = Pick<
  BookingRow,
  | 'title'
  | 'optionId'
  | 'startsAt'
  | 'durationMinutes'
  | 'clientName'
  | 'clientEmail'
  | 'clientPhone'
  | 'notes'
  | 'timeZone'
  | 'currency'
> & { readonly shouldNotify: boolean };

/** Creates a manual booking. Throws SlotTakenError if another booking, buffers included, has the time. */
export async function createManualBooking(
  tx: Transaction,
  services: NotificationServices,
  { shouldNotify, ...input }: ManualBookingInput,
  ownerId: string,
): Promise<BookingRow> {
  const settings = await lockBookingSettings(tx);
  await expireHolds(tx, services);
  const start = input.startsAt.getTime();
  const createdAt = new Date(services.now().epochMilliseconds);
  const booking = await insertBooking(tx, {
    ...input,
    ...getBookingTimes(start, input.durationMinutes, settings),
    state: 'confirmed',
    bookedBy: 'owner',
    total: ZERO,
    unitPrice: ZERO,
    tax: { behavior: 'inclusive', name: 'Tax', basisPoints: 0 },
    seenAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  });
  if (!booking) throw new SlotTakenError({ start, minutes: input.durationMinutes }, 'Another booking has this time.');
  await insertBookingEvent(tx, {
    bookingId: booking.id,
    transition: 'create',
    toState: 'confirmed',
    actor: 'owner',
    actorId: ownerId,
    occurredAt: createdAt,
  });
  if (shouldNotify) await notifyBookingConfirmed(tx, services, booking);
  return booking;
}

/**
 * Reschedules a booking to a wall time in the owner's zone and notifies both parties. Throws CONFLICT if the time is
 * taken, and UNPROCESSABLE if it is unchanged.
 */
export async function rescheduleOwnerBooking(
  tx: Transaction,
  services: NotificationServices,
  { booking: bookingId, ...wall }: WallTime & { readonly booking: number },
  ownerId: string,
): Promise<{ number: number }> {
  const startsAt = futureTime(wall, (await findTimeZone(tx)) ?? 'UTC', services.now());
  const before = await findBooking(tx, bookingId);
  if (before?.startsAt.getTime() === startsAt.getTime()) throw invalid('time', 'It begins at this time already.');
  const change = { bookingId, startsAt, actor: 'owner', actorId: ownerId } as const;
  return besideTime(() => rescheduleBooking(tx, services, change));
}

/** Marks a booking as completed or as a no-show. Throws CONFLICT before it has begun. */
export async function recordBookingOutcome(
  tx: Transaction,
  services: NotificationServices,
  { bookingId, move, ownerId }: { bookingId: number; move: 'complete' | 'mark_no_show'; ownerId: string },
): Promise<BookingRow> {
  const { booking } = await lockBooking(tx, bookingId);
  const now = services.now();
  if (booking.startsAt.getTime() > now.epochMilliseconds) {
    throw new AppError('CONFLICT', 'This consultation has not begun yet.');
  }
  const settled = await transitionBooking(tx, now, booking, move, { actor: 'owner', actorId: ownerId });
  if (!settled) throw new AppError('CONFLICT', 'Another booking has this time by now.');
  return settled;
}

/** Returns the number of the changed booking. Turns SlotTakenError into a CONFLICT on the time field. */
async function besideTime(book: () => Promise<BookingRow>): Promise<{ number: number }> {
  try {
    return { number: (await book()).id };
  } catch (error) {
    if (!(error instanceof SlotTakenError)) throw error;
    throw invalid('time', 'Another booking has this time, or the buffer before or after it.', 'CONFLICT');
  }
}

const invalid = (field: string, sentence: string, code: ErrorCode = 'UNPROCESSABLE') =>
  new AppError(code, sentence, { [field]: sentence });

/**
 * Converts the owner's wall time to an instant, the first one if it repeats. Throws UNPROCESSABLE if clocks skip it or
 * it has passed.
 */
function futureTime({ date, time }: WallTime, timeZone: string, now: Temporal.Instant): Date {
  const instant = instantOf(Temporal.PlainDate.from(date).toPlainDateTime(time), timeZone);
  if (instant === undefined) {
    throw invalid('time', 'Clocks are put forward over this time on that day. Choose another one.');
  }
  if (instant <= now.epochMilliseconds) {
    throw new AppError('UNPROCESSABLE', 'This time has passed.', { time: 'Choose a time to come.' });
  }
  return new Date(instant);
}

/** Returns the title and duration of a manual booking, from its option or as entered. */
async function subjectOf(
  tx: Transaction,
  { optionId: id, title, minutes }: Pick<ManualBooking, 'optionId' | 'title' | 'minutes'>,
): Promise<{ title: string; minutes: number; optionId: string | null }> {
  if (minutes !== undefined && (minutes < MIN_MANUAL_MINUTES || minutes > MAX_MANUAL_MINUTES)) {
    throw invalid('minutes', `From ${MIN_MANUAL_MINUTES} to ${MAX_MANUAL_MINUTES} minutes.`);
  }
  if (id !== '') {
    const option = await findConsultationOption(tx, id);
    if (!option)
      throw new AppError('UNPROCESSABLE', 'This is not offered any more.', { optionId: 'Choose another one.' });
    return { title: title || option.title, minutes: minutes ?? option.durationMinutes, optionId: option.id };
  }
  const fields = {
    ...(title === '' ? { title: 'Say what it is.' } : {}),
    ...(minutes === undefined ? { minutes: 'Say how long it takes.' } : {}),
  };
  if (title === '' || minutes === undefined) throw new AppError('UNPROCESSABLE', 'Something is missing.', fields);
  return { title, minutes, optionId: null };
}
