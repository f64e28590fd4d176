import { and, asc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import type { BookingState } from '../lifecycle/contract/states.ts';
import { bookings, externalCalendars, busyTimes } from '../lifecycle/tables.ts';

type Between = Readonly<Record<'from' | 'until', Date>>;

/** Lists bookings in some states that overlap an interval, in order. */
export function listBookingsBetween(db: Db, { from, until }: Between, states: readonly BookingState[]) {
  return db
    .select()
    .from(bookings)
    .where(and(inArray(bookings.state, [...states]), gt(bookings.endsAt, from), lt(bookings.startsAt, until)))
    .orderBy(asc(bookings.startsAt), asc(bookings.id));
}

/** Lists busy times that overlap an interval, each with its calendar's name. */
export function listBusyTimesBetween(db: Db, { from, until }: Between) {
  return db
    .select({ calendar: externalCalendars.name, startsAt: busyTimes.startsAt, endsAt: busyTimes.endsAt })
    .from(busyTimes)
    .innerJoin(externalCalendars, eq(externalCalendars.id, busyTimes.externalCalendarId))
    .where(and(gt(busyTimes.endsAt, from), lt(busyTimes.startsAt, until)))
    .orderBy(asc(busyTimes.startsAt), asc(busyTimes.id));
}

/** Lists calendars whose last fetch failed. */
export function listFailingExternalCalendars(db: Db) {
  const { id, name, lastError } = externalCalendars;
  return db
    .select({ id, name, lastError: sql<string>`${lastError}` })
    .from(externalCalendars)
    .where(isNotNull(externalCalendars.lastError))
    .orderBy(asc(externalCalendars.id));
}
