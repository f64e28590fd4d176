import type { ApiContext } from '#platform/api/context.ts';
import { type IdempotencyOptions, withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Database, Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { getAvailability, listOccupiedTimes } from '../queries/availability.ts';
import { getBookingWindow, computeFreeSlots, type Interval } from '../rules/availability.ts';

export interface SlotRequest {
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly minutes: number;
  /** The booking being rescheduled, which must not block itself. */
  readonly excludeBookingId?: number | undefined;
}

/**
 * Returns the free start times in an interval, in milliseconds since 1970. `ignoreNotice` is for a client who had the
 * time and whose payment or details arrived late.
 */
export async function findFreeSlots(
  db: Db,
  now: Temporal.Instant,
  wanted: Interval & SlotRequest,
  { ignoreNotice = false }: { readonly ignoreNotice?: boolean } = {},
) {
  const { settings, ...availability } = await getAvailability(db, now);
  const rules = { ...availability, settings: ignoreNotice ? { ...settings, minimumNoticeHours: 0 } : settings };
  const bookable = getBookingWindow(rules, now.epochMilliseconds);
  // Outside the window, times may exceed what the database can store.
  if (wanted.end <= bookable.start || wanted.start >= bookable.end) return [];
  const taken = await listOccupiedTimes(db, wanted, wanted.excludeBookingId);
  return computeFreeSlots(rules, taken, { ...wanted, now: now.epochMilliseconds });
}

/** Returns whether a time is free; call it with the calendar locked. */
export async function isSlotFree(
  tx: Transaction,
  now: Temporal.Instant,
  wanted: SlotRequest,
  options?: { readonly ignoreNotice: boolean },
) {
  return (await findFreeSlots(tx, now, { ...wanted, end: wanted.start + 1 }, options)).length > 0;
}

/** Thrown if a time is taken. It rolls back the transaction, so alternatives can be suggested afterwards. */
export class SlotTakenError extends AppError {
  readonly wanted: SlotRequest;

  constructor(wanted: SlotRequest, message = 'This time was just taken.') {
    super('CONFLICT', message, { startsAt: message });
    this.wanted = wanted;
  }
}

/** Number of suggested times, and the windows searched for them in turn. */
const MAX_SUGGESTIONS = 5;
const SEARCH_WINDOWS_MS = [3, 14, 370].map(days => days * 86_400_000);

/** Returns the next free times after a time, or the first ones if none follow (ISO 8601). */
export async function listNextFreeSlots(db: Db, now: Temporal.Instant, wanted: SlotRequest): Promise<string[]> {
  let found: number[] = [];
  for (const ahead of SEARCH_WINDOWS_MS) {
    found = await findFreeSlots(db, now, { ...wanted, end: wanted.start + ahead });
    if (found.length >= MAX_SUGGESTIONS) break;
  }
  if (found.length === 0) {
    const { end } = getBookingWindow(await getAvailability(db, now), now.epochMilliseconds);
    found = await findFreeSlots(db, now, { ...wanted, start: now.epochMilliseconds, end });
  }
  return found.slice(0, MAX_SUGGESTIONS).map(slot => new Date(slot).toISOString());
}

/** The latest task of each database in this process. */
const lastTasks = new WeakMap<Database, Promise<unknown>>();

/**
 * Runs a task that takes a time, in a transaction and once per idempotency key. If the time is taken, throws CONFLICT with
 * the next free times in the field `suggestedSlots`: instants (ISO 8601) separated by spaces, empty if there are none.
 */
export async function takeSlot<Answer>(
  context: Pick<ApiContext, 'db' | 'actor' | 'now' | 'idempotencyKey'>,
  idempotency: IdempotencyOptions,
  take: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const { db, now } = context;
  // Runs one after another. The calendar lock would do so too, but each waiting transaction would occupy a connection,
  // and many of them would exhaust the pool.
  const task = (lastTasks.get(db) ?? Promise.resolve()).then(() =>
    db.transaction(tx => withIdempotencyKey(tx, context, idempotency, () => take(tx))),
  );
  // A failure reaches its own caller, not the next task.
  lastTasks.set(
    db,
    task.catch(() => undefined),
  );
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof SlotTakenError)) throw error;
    const next = await listNextFreeSlots(db, now(), error.wanted);
    const message = next.length > 0 ? `${error.message} Choose one of the next available times.` : error.message;
    throw new AppError('CONFLICT', message, { ...error.fields, suggestedSlots: next.join(' ') });
  }
}
