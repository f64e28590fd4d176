import { and, asc, eq, gt, lte, notInArray, sql } from 'drizzle-orm';
import { billingDocuments } from '#features/billing/tables.ts';
import type { Db } from '#platform/database/database.ts';
import { bookingEvents, bookings } from '../tables.ts';
import type { BookingRow } from './bookings.ts';

/**
 * Lists bookings that start between now and an instant, each with when it was last created, confirmed or rescheduled.
 */
export async function listUpcomingBookings(
  db: Db,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<{ booking: BookingRow; scheduledAt: Date }[]> {
  const settled = sql<string>`(select max(event.at) from ${bookingEvents} event
    where event.booking_id = ${bookings.id} and event.move in ('book', 'confirm', 'reschedule'))`;
  const rows = await db
    .select({ booking: bookings, settled })
    .from(bookings)
    .where(and(eq(bookings.state, 'confirmed'), gt(bookings.startsAt, now), lte(bookings.startsAt, until)))
    .orderBy(asc(bookings.startsAt));
  return rows.map(row => ({ booking: row.booking, scheduledAt: new Date(row.settled ?? row.booking.createdAt) }));
}

/**
 * Lists canceled or expired bookings with an open invoice and no pending payment: none in review, and none started at a
 * provider after `since`.
 */
export async function listBookingsToCredit(db: Db, since: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: bookings.id })
    .from(bookings)
    .innerJoin(billingDocuments, eq(billingDocuments.bookingId, bookings.id))
    .where(
      and(
        notInArray(bookings.state, ['held', 'awaiting_payment', 'confirmed', 'completed', 'no_show']),
        eq(billingDocuments.kind, 'invoice'),
        sql`(select coalesce(sum(entry.amount), 0) from ledger_entries entry where entry.document_id = ${billingDocuments.id}) > 0`,
        sql`not exists (select from payments payment where payment.document_id = ${billingDocuments.id} and
          (payment.state = 'in_review' or (payment.state = 'started' and payment.created_at > ${since.toISOString()}::timestamptz)))`,
      ),
    )
    .orderBy(asc(bookings.id));
  return rows.map(({ id }) => id);
}
