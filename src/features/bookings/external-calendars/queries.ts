import { asc, count, eq, lte, and, gt, gte, inArray, or } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { externalCalendars, busyTimes, bookings } from '../lifecycle/tables.ts';

export type ExternalCalendarRow = typeof externalCalendars.$inferSelect;

export function listExternalCalendars(db: Db) {
  return db.select().from(externalCalendars).orderBy(asc(externalCalendars.id));
}

export async function findExternalCalendar(db: Db, id: number): Promise<ExternalCalendarRow | null> {
  const [row] = await db.select().from(externalCalendars).where(eq(externalCalendars.id, id));
  return row ?? null;
}

/** Returns the calendars that are due, longest overdue first, and those fetched before the clock was set back. */
export function listDueExternalCalendars(db: Db, now: Date) {
  return db
    .select({ id: externalCalendars.id })
    .from(externalCalendars)
    .where(or(lte(externalCalendars.nextAttemptAt, now), gt(externalCalendars.lastAttemptAt, now)))
    .orderBy(asc(externalCalendars.nextAttemptAt), asc(externalCalendars.id));
}

export async function insertExternalCalendar(tx: Transaction, calendar: typeof externalCalendars.$inferInsert) {
  const [row] = await tx.insert(externalCalendars).values(calendar).returning();
  if (!row) throw new Error('Inserting the external calendar returned no row.');
  return row;
}

/** Updates a calendar. Returns null if it was deleted. */
export async function updateExternalCalendar(tx: Transaction, id: number, set: Partial<ExternalCalendarRow>) {
  const [row] = await tx.update(externalCalendars).set(set).where(eq(externalCalendars.id, id)).returning();
  return row ?? null;
}

/** Deletes a calendar. Returns false if there was none. */
export async function deleteExternalCalendar(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await tx.delete(externalCalendars).where(eq(externalCalendars.id, id));
  return rowCount === 1;
}

/** Rows per statement: PostgreSQL allows 65,535 parameters. */
const INSERT_BATCH_SIZE = 5000;

/** Replaces the busy times of a calendar. */
export async function replaceBusyTimes(
  tx: Transaction,
  externalCalendarId: number,
  times: readonly { readonly startsAt: Date; readonly endsAt: Date }[],
): Promise<void> {
  await tx.delete(busyTimes).where(eq(busyTimes.externalCalendarId, externalCalendarId));
  for (let first = 0; first < times.length; first += INSERT_BATCH_SIZE) {
    const batch = times.slice(first, first + INSERT_BATCH_SIZE);
    await tx.insert(busyTimes).values(batch.map(time => ({ externalCalendarId, ...time })));
  }
}

/** Lists the bookings of the feed: confirmed or completed, and ending after an instant. */
export function listFeedBookings(db: Db, since: Date) {
  return db
    .select()
    .from(bookings)
    .where(and(inArray(bookings.state, ['confirmed', 'completed']), gt(bookings.endsAt, since)))
    .orderBy(asc(bookings.startsAt), asc(bookings.id));
}

/** Counts the upcoming busy times of each calendar. */
export async function countUpcomingBusyTimes(db: Db, now: Date): Promise<Map<number, number>> {
  const rows = await db
    .select({ calendar: busyTimes.externalCalendarId, ahead: count() })
    .from(busyTimes)
    .where(gte(busyTimes.endsAt, now))
    .groupBy(busyTimes.externalCalendarId);
  return new Map(rows.map(({ calendar, ahead: upcoming }) => [calendar, upcoming]));
}
