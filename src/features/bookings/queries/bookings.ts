import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { billingDocuments } from '#features/billing/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { BookingState, ReminderKind } from '../contract/lifecycle.ts';
import { bookingEvents, bookingFiles, bookingReminders, bookings } from '../tables.ts';

export type BookingRow = typeof bookings.$inferSelect;
export type BookingEventRow = typeof bookingEvents.$inferSelect;
export type BookingFileRow = typeof bookingFiles.$inferSelect;

/** PostgreSQL's code for two rows that exclude each other. */
const EXCLUSION_VIOLATION = '23P01';

/** Whether an error says that somebody else has the time. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === EXCLUSION_VIOLATION;
}

/** Writes a booking; null where somebody else has its time (the constraint `bookings_one_at_a_time`). */
export async function insertBooking(
  tx: Transaction,
  booking: typeof bookings.$inferInsert,
): Promise<BookingRow | null> {
  return orTaken(tx, async within => {
    const [row] = await within.insert(bookings).values(booking).returning();
    if (!row) throw new Error('The booking was not written.');
    return row;
  });
}

/** Changes a booking that stands in one of the states; null where it does not, or somebody else has its new time. */
export async function updateBooking(
  tx: Transaction,
  id: number,
  from: readonly BookingState[],
  set: Partial<typeof bookings.$inferInsert>,
): Promise<BookingRow | null> {
  return orTaken(tx, async within => {
    const [row] = await within
      .update(bookings)
      .set({ ...set, version: sql`${bookings.version} + 1` })
      .where(and(eq(bookings.id, id), inArray(bookings.state, [...from])))
      .returning();
    return row ?? null;
  });
}

/** Within a savepoint, so that the transaction goes on after the constraint refused. */
async function orTaken(
  tx: Transaction,
  write: (within: Transaction) => Promise<BookingRow | null>,
): Promise<BookingRow | null> {
  try {
    return await tx.transaction(write);
  } catch (error) {
    if (isTaken(error)) return null;
    throw error;
  }
}

export async function findBooking(db: Db, id: number): Promise<BookingRow | null> {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  return row ?? null;
}

/** A booking that nobody else changes until this transaction ends. */
export async function findBookingForUpdate(tx: Transaction, id: number): Promise<BookingRow | null> {
  const [row] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('update');
  return row ?? null;
}

/** Counts the times that a network holds without a name. */
export function countHeldFrom(db: Db, network: string): Promise<number> {
  return db.$count(bookings, and(eq(bookings.heldFrom, network), eq(bookings.state, 'held')));
}

/** Bookings whose hold has ended. */
export function listExpiredHolds(db: Db, now: Date): Promise<BookingRow[]> {
  return db.select().from(bookings).where(lte(bookings.heldUntil, now)).orderBy(asc(bookings.id));
}

/** Bookings that are confirmed and over. */
export function listFinishedBookings(db: Db, now: Date): Promise<BookingRow[]> {
  return db
    .select()
    .from(bookings)
    .where(and(eq(bookings.state, 'confirmed'), lte(bookings.endsAt, now)))
    .orderBy(asc(bookings.id));
}

export async function insertBookingEvent(tx: Transaction, event: typeof bookingEvents.$inferInsert): Promise<void> {
  await tx.insert(bookingEvents).values(event);
}

/** The log of a booking, oldest first. */
export function listBookingEvents(db: Db, bookingId: number): Promise<BookingEventRow[]> {
  return db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, bookingId)).orderBy(asc(bookingEvents.id));
}

export function listBookingFiles(db: Db, bookingId: number): Promise<BookingFileRow[]> {
  return db
    .select()
    .from(bookingFiles)
    .where(eq(bookingFiles.bookingId, bookingId))
    .orderBy(asc(bookingFiles.sentAt), asc(bookingFiles.id));
}

export async function insertBookingFile(tx: Transaction, file: typeof bookingFiles.$inferInsert): Promise<void> {
  await tx.insert(bookingFiles).values(file);
}

/** The documents of a booking, newest first. */
export function listBookingBillingDocuments(
  db: Db,
  bookingId: number,
): Promise<(typeof billingDocuments.$inferSelect)[]> {
  return db
    .select()
    .from(billingDocuments)
    .where(eq(billingDocuments.bookingId, bookingId))
    .orderBy(desc(billingDocuments.id));
}

/** Notes that a reminder goes out; false where it did before, for this beginning. */
export async function insertBookingReminder(
  tx: Transaction,
  reminder: { readonly bookingId: number; readonly kind: ReminderKind; readonly startsAt: Date; readonly at: Date },
): Promise<boolean> {
  const written = await tx
    .insert(bookingReminders)
    .values(reminder)
    .onConflictDoNothing()
    .returning({ kind: bookingReminders.kind });
  return written.length > 0;
}

/** Notes when the owner first opened a booking. */
export async function updateSeen(db: Db, id: number, at: Date): Promise<void> {
  await db
    .update(bookings)
    .set({ seenAt: at })
    .where(and(eq(bookings.id, id), isNull(bookings.seenAt)));
}
