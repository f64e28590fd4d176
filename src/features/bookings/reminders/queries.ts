import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { bookingEvents, bookings, bookingReminders } from '../lifecycle/tables.ts';

/**
 * Lists bookings that start between now and an instant, each with when it was last created, confirmed or rescheduled.
 */
export async function listUpcomingBookings(db: Db, { now, until }: { readonly now: Date; readonly until: Date }) {
  const scheduledAt = sql<string>`(select max(event.occurred_at) from ${bookingEvents} event
    where event.booking_id = ${bookings.id} and event.transition in ('create', 'confirm', 'reschedule'))`;
  const rows = await db
    .select({ booking: bookings, settled: scheduledAt })
    .from(bookings)
    .where(and(eq(bookings.state, 'confirmed'), gt(bookings.startsAt, now), lte(bookings.startsAt, until)))
    .orderBy(asc(bookings.startsAt));
  return rows.map(row => ({ booking: row.booking, scheduledAt: new Date(row.settled ?? row.booking.createdAt) }));
}

/** Records a reminder; false if it was already sent for this start time. */
export async function insertBookingReminder(tx: Transaction, reminder: typeof bookingReminders.$inferInsert) {
  const { rowCount } = await tx.insert(bookingReminders).values(reminder).onConflictDoNothing();
  return rowCount === 1;
}
