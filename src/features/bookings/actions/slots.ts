import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { getAvailability, listTaken } from '../queries/availability.ts';
import { type Availability, bookableSpan, freeSlots, type Span } from '../rules/availability.ts';
import { inTurn } from './mutex.ts';

/** What a time has to fit. */
export interface TimeWanted {
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly minutes: number;
  /** A booking that is moved does not stand in its own way. */
  readonly except?: number;
}

/** Free beginnings in a span, in milliseconds since 1970. */
export async function readFree(
  db: Db,
  now: Temporal.Instant,
  wanted: Span & { readonly minutes: number; readonly except?: number },
): Promise<{ free: number[]; availability: Availability }> {
  const availability = await getAvailability(db, now);
  const taken = await listTaken(db, wanted, wanted.except);
  return { free: freeSlots(availability, taken, { ...wanted, now: now.epochMilliseconds }), availability };
}

/**
 * Whether a time can be had, as it is under the calendar's lock. `late` leaves the notice out: for whoever had the time
 * before, and whose money or details came late.
 */
export async function isFree(
  tx: Transaction,
  now: Temporal.Instant,
  { start, minutes, except }: TimeWanted,
  { late = false }: { readonly late?: boolean } = {},
): Promise<boolean> {
  const availability = await getAvailability(tx, now);
  const { rules } = availability;
  const span = { from: start, until: start + 1 };
  const taken = await listTaken(tx, span, except);
  const asked = late ? { ...availability, rules: { ...rules, noticeHours: 0 } } : availability;
  return freeSlots(asked, taken, { ...span, minutes, now: now.epochMilliseconds }).length > 0;
}

/** Thrown where somebody else has a time: the transaction that wanted it ends, and then others are offered. */
export class TimeTaken extends AppError {
  readonly wanted: TimeWanted;

  constructor(wanted: TimeWanted, sentence = 'This time was just taken.') {
    super('CONFLICT', sentence, { startsAt: sentence });
    this.wanted = wanted;
  }
}

/** How many other times are offered to whoever lost one, and how far on each look goes. */
const OFFERED = 5;
const LOOKS_AHEAD = [3, 14, 370].map(days => days * 86_400_000);

/** The next free times from a time on, or the first ones where none follow; ISO 8601. */
export async function nextFree(
  db: Db,
  now: Temporal.Instant,
  { start, minutes, except }: TimeWanted,
): Promise<string[]> {
  const own = except === undefined ? {} : { except };
  let found: number[] = [];
  for (const ahead of LOOKS_AHEAD) {
    const { free } = await readFree(db, now, { from: start, until: start + ahead, minutes, ...own });
    found = free;
    if (free.length >= OFFERED) break;
  }
  if (found.length === 0) {
    const { until } = bookableSpan(await getAvailability(db, now), now.epochMilliseconds);
    found = (await readFree(db, now, { from: now.epochMilliseconds, until, minutes, ...own })).free;
  }
  return found.slice(0, OFFERED).map(slot => new Date(slot).toISOString());
}

/**
 * Does what wants a time, one after the other. Where somebody else has it, throws CONFLICT with the next free ones in the field `nextFree`:
 * instants (ISO 8601) with a space between, none where there are none.
 */
export async function withNextFree<Answer>(
  { db, now }: Pick<ApiServices, 'db' | 'now'>,
  want: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await inTurn(db, want);
  } catch (error) {
    if (!(error instanceof TimeTaken)) throw error;
    const next = await nextFree(db, now(), error.wanted);
    const sentence = next.length > 0 ? `${error.message} Choose one of the next free times.` : error.message;
    throw new AppError('CONFLICT', sentence, { ...error.fields, nextFree: next.join(' ') });
  }
}
