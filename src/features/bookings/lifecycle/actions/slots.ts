import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { getAvailability, listOccupiedTimes } from '../queries/availability.ts';
import { type Availability, getBookingWindow, computeFreeSlots, type Interval } from '../rules/availability.ts';
import { serialize } from './mutex.ts';

export interface SlotRequest {
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly minutes: number;
  /** The booking being rescheduled, which must not block itself. */
  readonly excludeBookingId?: number;
}

/** Returns the free start times in an interval, in milliseconds since 1970. */
export async function findFreeSlots(
  db: Db,
  now: Temporal.Instant,
  wanted: Interval & { readonly minutes: number; readonly excludeBookingId?: number },
): Promise<{ free: number[]; availability: Availability }> {
  const availability = await getAvailability(db, now);
  const taken = await listOccupiedTimes(db, wanted, wanted.excludeBookingId);
  return { free: computeFreeSlots(availability, taken, { ...wanted, now: now.epochMilliseconds }), availability };
}

/**
 * Returns whether a time is free; call it with the calendar locked. `ignoreNotice` is for a client who had this time
 * and whose payment or details came late.
 */
export async function isSlotFree(
  tx: Transaction,
  now: Temporal.Instant,
  { start, minutes, excludeBookingId }: SlotRequest,
  { ignoreNotice = false }: { readonly ignoreNotice?: boolean } = {},
): Promise<boolean> {
  const availability = await getAvailability(tx, now);
  const { settings } = availability;
  const span = { start, end: start + 1 };
  const taken = await listOccupiedTimes(tx, span, excludeBookingId);
  const asked = ignoreNotice ? { ...availability, settings: { ...settings, minimumNoticeHours: 0 } } : availability;
  return computeFreeSlots(asked, taken, { ...span, minutes, now: now.epochMilliseconds }).length > 0;
}

/** Thrown if a time is taken. It rolls back the transaction, so alternatives can be suggested afterwards. */
export class SlotTakenError extends AppError {
  readonly wanted: SlotRequest;

  constructor(wanted: SlotRequest, sentence = 'This time was just taken.') {
    super('CONFLICT', sentence, { startsAt: sentence });
    this.wanted = wanted;
  }
}

/** Number of suggested times, and the windows searched for them in turn. */
const MAX_SUGGESTIONS = 5;
const SEARCH_WINDOWS_MS = [3, 14, 370].map(days => days * 86_400_000);

/** Returns the next free times after a time, or the first ones if none follow (ISO 8601). */
export async function listNextFreeSlots(
  db: Db,
  now: Temporal.Instant,
  { start, minutes, excludeBookingId }: SlotRequest,
): Promise<string[]> {
  const own = excludeBookingId === undefined ? {} : { excludeBookingId };
  let found: number[] = [];
  for (const ahead of SEARCH_WINDOWS_MS) {
    const { free } = await findFreeSlots(db, now, { start, end: start + ahead, minutes, ...own });
    found = free;
    if (free.length >= MAX_SUGGESTIONS) break;
  }
  if (found.length === 0) {
    const { end } = getBookingWindow(await getAvailability(db, now), now.epochMilliseconds);
    found = (await findFreeSlots(db, now, { start: now.epochMilliseconds, end, minutes, ...own })).free;
  }
  return found.slice(0, MAX_SUGGESTIONS).map(slot => new Date(slot).toISOString());
}

/**
 * Serializes a booking task. If the time is taken, throws CONFLICT with the next free times in the field `suggestedSlots`:
 * instants (ISO 8601) separated by spaces, empty if there are none.
 */
export async function withSlotSuggestions<Answer>(
  { db, now }: Pick<ApiServices, 'db' | 'now'>,
  want: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await serialize(db, want);
  } catch (error) {
    if (!(error instanceof SlotTakenError)) throw error;
    const next = await listNextFreeSlots(db, now(), error.wanted);
    const sentence = next.length > 0 ? `${error.message} Choose one of the next free times.` : error.message;
    throw new AppError('CONFLICT', sentence, { ...error.fields, suggestedSlots: next.join(' ') });
  }
}
