import { asc, count, eq, lte } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { busyCalendars, busyTimes } from '../tables.ts';

export type BusyCalendarRow = typeof busyCalendars.$inferSelect;

export function listBusyCalendars(db: Db): Promise<BusyCalendarRow[]> {
  return db.select().from(busyCalendars).orderBy(asc(busyCalendars.id));
}

export async function countBusyCalendars(db: Db): Promise<number> {
  const [row] = await db.select({ all: count() }).from(busyCalendars);
  return row?.all ?? 0;
}

export async function findBusyCalendar(db: Db, id: number): Promise<BusyCalendarRow | null> {
  const [row] = await db.select().from(busyCalendars).where(eq(busyCalendars.id, id));
  return row ?? null;
}

/** Calendars that are to be fetched, those that wait longest first. */
export async function listDueCalendars(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: busyCalendars.id })
    .from(busyCalendars)
    .where(lte(busyCalendars.nextTryAt, now))
    .orderBy(asc(busyCalendars.nextTryAt), asc(busyCalendars.id));
  return rows.map(({ id }) => id);
}

export async function insertBusyCalendar(
  tx: Transaction,
  calendar: typeof busyCalendars.$inferInsert,
): Promise<BusyCalendarRow> {
  const [row] = await tx.insert(busyCalendars).values(calendar).returning();
  if (!row) throw new Error('The calendar was not written.');
  return row;
}

/** Null where it was removed meanwhile. */
export async function updateBusyCalendar(
  tx: Transaction,
  id: number,
  set: Partial<Omit<BusyCalendarRow, 'id'>>,
): Promise<BusyCalendarRow | null> {
  const [row] = await tx.update(busyCalendars).set(set).where(eq(busyCalendars.id, id)).returning();
  return row ?? null;
}

/** False where there was none. */
export async function deleteBusyCalendar(tx: Transaction, id: number): Promise<boolean> {
  const gone = await tx.delete(busyCalendars).where(eq(busyCalendars.id, id)).returning({ id: busyCalendars.id });
  return gone.length > 0;
}

/** How many rows one statement writes: PostgreSQL takes 65,535 values. */
const ROWS_AT_ONCE = 5000;

/** Puts a calendar's busy times in the place of those that it had. */
export async function saveBusyTimes(
  tx: Transaction,
  calendarId: number,
  times: readonly { readonly startsAt: Date; readonly endsAt: Date }[],
): Promise<void> {
  await tx.delete(busyTimes).where(eq(busyTimes.calendarId, calendarId));
  for (let first = 0; first < times.length; first += ROWS_AT_ONCE) {
    const some = times.slice(first, first + ROWS_AT_ONCE);
    await tx.insert(busyTimes).values(some.map(time => ({ calendarId, ...time })));
  }
}
