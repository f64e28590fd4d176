import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { billingDocuments } from '#features/billing/index.ts';
import { isConstraintViolation } from '#platform/database/constraint-violations.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { BookingState } from '../contract/states.ts';
import { bookingEvents, bookingFiles, bookings } from '../tables.ts';

export type BookingRow = typeof bookings.$inferSelect;
export type NewBooking = typeof bookings.$inferInsert;

/** Inserts a booking; null if its time is taken (the constraint `bookings_one_at_a_time`). */
export function insertBooking(tx: Transaction, booking: NewBooking) {
  return nullIfTaken(tx, within => within.insert(bookings).values(booking).returning());
}

/** Updates a booking in one of the states; null if it is in another state or its new time is taken. */
export function updateBooking(tx: Transaction, id: number, from: readonly BookingState[], set: Partial<NewBooking>) {
  return nullIfTaken(tx, within =>
    within
      .update(bookings)
      .set({ ...set, version: sql`${bookings.version} + 1` })
      .where(and(eq(bookings.id, id), inArray(bookings.state, [...from])))
      .returning(),
  );
}

/** Runs in a savepoint, so the transaction survives a constraint violation. Returns null if the time is taken. */
async function nullIfTaken(
  tx: Transaction,
  write: (within: Transaction) => PromiseLike<BookingRow[]>,
): Promise<BookingRow | null> {
  try {
    const [row] = await tx.transaction(async within => write(within));
    return row ?? null;
  } catch (error) {
    if (isConstraintViolation(error, 'exclusion')) return null;
    throw error;
  }
}

export async function findBooking(db: Db, id: number): Promise<BookingRow | null> {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  return row ?? null;
}

/** Returns a booking and locks it until the transaction ends. */
export async function findBookingForUpdate(tx: Transaction, id: number): Promise<BookingRow | null> {
  const [row] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('update');
  return row ?? null;
}

/** Lists bookings whose hold has expired. */
export function listExpiredHolds(db: Db, now: Date): Promise<BookingRow[]> {
  return db.select().from(bookings).where(lte(bookings.holdExpiresAt, now)).orderBy(asc(bookings.id));
}

/** Lists confirmed bookings that are over. */
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

export function listBookingFiles(db: Db, bookingId: number) {
  return db
    .select()
    .from(bookingFiles)
    .where(eq(bookingFiles.bookingId, bookingId))
    .orderBy(asc(bookingFiles.uploadedAt), asc(bookingFiles.id));
}

export async function insertBookingFile(tx: Transaction, file: typeof bookingFiles.$inferInsert): Promise<void> {
  await tx.insert(bookingFiles).values(file);
}

/** Lists the billing documents of a booking, newest first. */
export function listBookingBillingDocuments(db: Db, bookingId: number) {
  return db
    .select()
    .from(billingDocuments)
    .where(eq(billingDocuments.bookingId, bookingId))
    .orderBy(desc(billingDocuments.id));
}

/** Lists the invoices of a booking, newest first. */
export async function listBookingInvoices(db: Db, bookingId: number) {
  return (await listBookingBillingDocuments(db, bookingId)).filter(({ kind }) => kind === 'invoice');
}
