import { and, asc, eq, getTableColumns, inArray, isNull, or } from 'drizzle-orm';
import { listPaymentsForBookings } from '#features/payments/index.ts';
import type { DataSubject } from '#platform/api/personal-data.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { bookingFiles, bookings } from '../tables.ts';

const isBookedBy = ({ userId, email }: DataSubject) =>
  or(eq(bookings.clientId, userId), and(isNull(bookings.clientId), eq(bookings.clientEmail, email)));

/** Lists a person's bookings, oldest first, for a personal data export. */
export async function listBookingsForPerson(db: Db, person: DataSubject) {
  const { id, linkVersion: _secret, version: _version, clientId: _id, ...columns } = getTableColumns(bookings);
  const { blockedFrom: _from, blockedUntil: _until, ...exported } = columns;
  const found = await db
    .select({ number: id, ...exported })
    .from(bookings)
    .where(isBookedBy(person))
    .orderBy(asc(id));
  const ids = found.map(({ number }) => number);
  if (ids.length === 0) return [];
  const files = await db.select().from(bookingFiles).where(inArray(bookingFiles.bookingId, ids));
  const payments = await listPaymentsForBookings(db, ids);
  return found.map(booking => ({
    ...booking,
    files: files
      .filter(({ bookingId }) => bookingId === booking.number)
      .map(({ name, sizeBytes, uploadedAt }) => ({ name, sizeBytes, uploadedAt })),
    payments: payments
      .filter(({ bookingId }) => bookingId === booking.number)
      .map(({ bookingId: _booking, ...payment }) => payment),
  }));
}

/** Deletes a person's notes, phone numbers and files of finished bookings. Returns the ids of the deleted files. */
export async function deleteBookingNotesAndFiles(tx: Transaction, person: DataSubject): Promise<string[]> {
  const finished = await tx
    .update(bookings)
    .set({ notes: '', clientPhone: null })
    .where(and(isBookedBy(person), inArray(bookings.state, ['completed', 'expired', 'canceled', 'no_show'])))
    .returning({ id: bookings.id });
  const ids = finished.map(({ id }) => id);
  if (ids.length === 0) return [];
  const deleted = await tx
    .delete(bookingFiles)
    .where(inArray(bookingFiles.bookingId, ids))
    .returning({ id: bookingFiles.id });
  return deleted.map(({ id }) => id);
}
