import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import { countRows, totalOf } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, type ListSection } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import { bookings, bookingEvents } from '../lifecycle/tables.ts';
import type { BookingFilter, BookingQuery } from './contract.ts';

const sortBy = (key: SQLWrapper, descending: boolean): ListOrder => ({
  from: bookings,
  keys: [key, bookings.id],
  descending,
  cursor: bookings.id,
});
const clientKey = sql`lower(coalesce(${bookings.clientName}, ''))`;
const byStart = sortBy(bookings.startsAt, true);
const sorts: Readonly<Record<Exclude<BookingFilter['sort'], 'upcoming_first'>, ListOrder>> = {
  start_desc: byStart,
  newest: sortBy(bookings.createdAt, true),
  client_asc: sortBy(clientKey, false),
  client_desc: sortBy(clientKey, true),
};

/** Matches bookings that are over, canceled or expired. */
const isPast = (now: Date) =>
  sql`(${bookings.endsAt} <= ${now.toISOString()}::timestamptz or ${bookings.state} in ('canceled', 'expired'))`;

/** Search text; same expression as the index. */
const searchText = sql`(${bookings.title} || E'\\n' || coalesce(${bookings.clientName}, '') || E'\\n' || coalesce(${bookings.clientEmail}::text, ''))`;

function matchesStatus(status: BookingFilter['status'], now: Date): SQL | undefined {
  switch (status) {
    case 'upcoming':
      return and(eq(bookings.state, 'confirmed'), gt(bookings.endsAt, now));
    case 'unconfirmed':
      return inArray(bookings.state, ['held', 'awaiting_payment']);
    case 'past':
      return or(
        inArray(bookings.state, ['completed', 'no_show']),
        and(eq(bookings.state, 'confirmed'), lte(bookings.endsAt, now)),
      );
    case 'canceled':
      return inArray(bookings.state, ['canceled', 'expired']);
    default:
      // Hide holds that expired without client details, unless requested.
      return or(sql`${bookings.clientName} is not null`, eq(bookings.state, 'held'));
  }
}

/** Filters the bookings: all for the owner, their own for clients. */
function filterBy({ role, userId }: AuthenticatedActor, { search, status }: BookingFilter, now: Date): SQL | undefined {
  const like = toLikePattern(search ?? '');
  const number = /^\d{1,9}$/.exec(search?.trim() ?? '')?.[0];
  return and(
    role === 'owner' ? undefined : eq(bookings.clientId, userId),
    matchesStatus(status, now),
    search ? or(sql`${searchText} ilike ${like}`, number ? eq(bookings.id, Number(number)) : undefined) : undefined,
  );
}

type BookingSection = ListSection<{ id: number }>;

/** Returns a list's sections: by default upcoming bookings, then past, canceled and expired ones. */
function toSections(
  db: Db,
  condition: SQL | undefined,
  sort: BookingFilter['sort'],
  now: Date,
): [BookingSection, ...BookingSection[]] {
  if (sort !== 'upcoming_first') return [idSection(db, sorts[sort], bookings.id, condition)];
  const isUpcoming = sql`${bookings.state} not in ('canceled', 'expired') and ${bookings.endsAt} > ${now.toISOString()}::timestamptz`;
  const upcoming: BookingSection = {
    ...idSection(db, sortBy(bookings.startsAt, false), bookings.id, and(condition, isUpcoming)),
    has: async cursor => (await db.$count(bookings, and(eq(bookings.id, Number(cursor)), isUpcoming))) > 0,
    count: () => db.$count(bookings, and(condition, isUpcoming)),
  };
  return [upcoming, idSection(db, byStart, bookings.id, and(condition, isPast(now)))];
}

/** Returns one page of the bookings that `viewer` may see. */
export async function listBookings(db: Db, viewer: AuthenticatedActor, query: BookingQuery, now: Date) {
  const sections = toSections(db, filterBy(viewer, query, now), query.sort, now);
  const ids = (await listPage(query, sections)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { id: number, title, state, clientName, clientEmail, startsAt, durationMinutes, total, currency } = bookings;
  const found = await db
    .select({ number, title, state, clientName, clientEmail, startsAt, durationMinutes, total, currency })
    .from(bookings)
    .where(inArray(number, ids))
    .orderBy(sql`array_position(${sql.param(ids)}::integer[], ${number})`);
  return found.map(row => ({ ...row, startsAt: row.startsAt.toISOString() }));
}

export function countBookings(db: Db, viewer: AuthenticatedActor, filter: BookingFilter, now: Date): Promise<number> {
  const condition = filterBy(viewer, filter, now);
  return countRows(db, db.select({ one: sql`1` }).from(bookings).where(condition));
}

/** Assigns bookings made with an email address only to the account that confirmed it. */
export async function claimBookingsByEmail(db: Db, { userId, email }: AuthenticatedActor): Promise<void> {
  await db
    .update(bookings)
    .set({ clientId: userId })
    .where(and(isNull(bookings.clientId), eq(bookings.clientEmail, email)));
}

/** Returns the number of upcoming confirmed bookings that the owner has not opened, and the first `limit` of them. */
export async function listNewBookings(db: Db, now: Date, limit: number) {
  const isNew = and(eq(bookings.state, 'confirmed'), isNull(bookings.seenAt), gt(bookings.endsAt, now));
  const rows = await db
    .select({ number: bookings.id, title: bookings.title, client: bookings.clientName, startsAt: bookings.startsAt })
    .from(bookings)
    .where(isNew)
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(limit);
  const items = rows.map(row => ({ ...row, startsAt: row.startsAt.toISOString() }));
  const total = await totalOf({ page: 1, pageSize: limit }, items, () => db.$count(bookings, isNew));
  return { total, items };
}

/** Lists the events of a booking, oldest first. */
export function listBookingEvents(db: Db, bookingId: number) {
  return db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, bookingId)).orderBy(asc(bookingEvents.id));
}

/** Records when the owner first opened a booking. */
export async function updateSeen(db: Db, id: number, at: Date): Promise<void> {
  await db
    .update(bookings)
    .set({ seenAt: at })
    .where(and(eq(bookings.id, id), isNull(bookings.seenAt)));
}
