import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { getAvailability, listOccupiedTimes } from '../queries/availability.ts';
import { type Availability, getBookingWindow, computeFreeSlots, type Interval } from '../rules/availability.ts';
import { serialize } from './mutex.ts';

/** What a time has to fit. */
export interface SlotRequest {
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly minutes: number;
  /** A booking that is moved does not stand in its own way. */
  readonly excludeBookingId?: number;
}

/** Free beginnings in a span, in milliseconds since 1970. */
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
 * Whether a time can be had, as it is under the calendar's lock. `late` leaves the notice out: for whoever had the time
 * before, and whose money or details came late.
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
  const asked = ignoreNotice ? { ...availability, settings: { ...settings, noticeHours: 0 } } : availability;
  return computeFreeSlots(asked, taken, { ...span, minutes, now: now.epochMilliseconds }).length > 0;
}

/** Thrown where somebody else has a time: the transaction that wanted it ends, and then others are offered. */
export class SlotTakenError extends AppError {
  readonly wanted: SlotRequest;

  constructor(wanted: SlotRequest, sentence = 'This time was just taken.') {
    super('CONFLICT', sentence, { startsAt: sentence });
    this.wanted = wanted;
  }
}

/** How many other times are offered to whoever lost one, and how far on each look goes. */
const MAX_SUGGESTIONS = 5;
const SEARCH_WINDOWS_MS = [3, 14, 370].map(days => days * 86_400_000);

/** The next free times from a time on, or the first ones where none follow; ISO 8601. */
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
 * Does what wants a time, one after the other. Where somebody else has it, throws CONFLICT with the next free ones in the field `listNextFreeSlots`:
 * instants (ISO 8601) with a space between, none where there are none.
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
    throw new AppError('CONFLICT', sentence, { ...error.fields, nextFree: next.join(' ') });
  }
}
