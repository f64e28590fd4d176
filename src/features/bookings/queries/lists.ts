import { and, asc, count, desc, eq, gt, ilike, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SignedInActor } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { containing } from '#platform/database/search.ts';
import type { BookingFilter, BookingListRow, BookingQuery } from '../contract/booking.ts';
import { bookings } from '../tables.ts';

const client = sql`lower(${bookings.clientName})`;
const byId = desc(bookings.id);

/** What comes next is first, and behind it what has passed or will not take place, the latest first. */
function ordersOf(sort: BookingFilter['sort'], now: Date): SQL[] {
  const isPast = sql`(${bookings.endsAt} <= ${now.toISOString()}::timestamptz or ${bookings.state} in ('cancelled', 'expired'))`;
  const past = sql`case when ${isPast} then ${bookings.startsAt} end`;
  switch (sort) {
    case 'latest':
      return [desc(bookings.startsAt), byId];
    case 'newest':
      return [desc(bookings.createdAt), byId];
    case 'client':
      return [asc(client), byId];
    case 'client-down':
      return [desc(client), byId];
    default:
      return [asc(isPast), desc(past), asc(bookings.startsAt), byId];
  }
}

function phaseOf(phase: BookingFilter['phase'], now: Date): SQL | undefined {
  switch (phase) {
    case 'coming':
      return and(eq(bookings.state, 'confirmed'), gt(bookings.endsAt, now));
    case 'waiting':
      return inArray(bookings.state, ['held', 'awaiting_payment']);
    case 'past':
      return or(
        inArray(bookings.state, ['completed', 'no_show']),
        and(eq(bookings.state, 'confirmed'), lte(bookings.endsAt, now)),
      );
    case 'off':
      return inArray(bookings.state, ['cancelled', 'expired']);
    default:
      // Times that were chosen and let go again are nobody's business, unless they are asked for.
      return or(sql`${bookings.clientName} is not null`, eq(bookings.state, 'held'));
  }
}

/** All bookings for the owner, and their own for everybody else. */
function matching({ role, userId }: SignedInActor, { search, phase }: BookingFilter, now: Date): SQL | undefined {
  const like = containing(search ?? '');
  const number = /^\d{1,9}$/.exec(search?.trim() ?? '')?.[0];
  return and(
    role === 'owner' ? undefined : eq(bookings.clientId, userId),
    phaseOf(phase, now),
    search
      ? or(
          ilike(bookings.title, like),
          ilike(bookings.clientName, like),
          ilike(bookings.clientEmail, like),
          number ? eq(bookings.id, Number(number)) : undefined,
        )
      : undefined,
  );
}

/** One page of the bookings that somebody may see. */
export async function listBookings(
  db: Db,
  viewer: SignedInActor,
  query: BookingQuery,
  now: Date,
): Promise<BookingListRow[]> {
  const rows = await db
    .select()
    .from(bookings)
    .where(matching(viewer, query, now))
    .orderBy(...ordersOf(query.sort, now))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize);
  return rows.map(({ id, title, state, clientName, clientEmail, startsAt, minutes, total, currency }) => ({
    number: id,
    title,
    state,
    clientName,
    clientEmail,
    startsAt: startsAt.toISOString(),
    minutes,
    total,
    currency,
  }));
}

export async function countBookings(db: Db, viewer: SignedInActor, filter: BookingFilter, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(bookings)
    .where(matching(viewer, filter, now));
  return row?.count ?? 0;
}

/** Gives bookings that were made by an address alone to the account that has confirmed it. */
export async function updateBookerByAddress(db: Db, { userId, email }: SignedInActor): Promise<void> {
  await db
    .update(bookings)
    .set({ clientId: userId })
    .where(and(isNull(bookings.clientId), eq(bookings.clientEmail, email)));
}

/** A confirmed consultation that the owner has not opened yet. */
export interface NewBooking {
  readonly number: number;
  readonly title: string;
  readonly client: string | null;
  readonly startsAt: string;
}

/** Returns how many confirmed consultations that are not over the owner has not opened, and the `most` that come first. */
export async function listNewBookings(
  db: Db,
  now: Date,
  most: number,
): Promise<{ total: number; items: NewBooking[] }> {
  const isNew = and(eq(bookings.state, 'confirmed'), isNull(bookings.seenAt), gt(bookings.endsAt, now));
  const [counted] = await db.select({ total: count() }).from(bookings).where(isNew);
  const rows = await db
    .select({
      number: bookings.id,
      title: bookings.title,
      client: bookings.clientName,
      startsAt: bookings.startsAt,
    })
    .from(bookings)
    .where(isNew)
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(most);
  const items = rows.map(row => ({ ...row, startsAt: row.startsAt.toISOString() }));
  return { total: counted?.total ?? 0, items };
}
