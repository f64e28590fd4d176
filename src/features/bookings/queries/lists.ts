import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SignedInActor } from '#platform/api/context.ts';
import { countRows } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { containing } from '#platform/database/search.ts';
import type { BookingFilter, BookingListRow, BookingQuery } from '../contract/booking.ts';
import { bookings } from '../tables.ts';

const client = sql`lower(${bookings.clientName})`;
const byId = desc(bookings.id);

const sorts: Readonly<Record<Exclude<BookingFilter['sort'], 'soonest'>, SQL[]>> = {
  latest: [desc(bookings.startsAt), byId],
  newest: [desc(bookings.createdAt), byId],
  client: [asc(client), byId],
  'client-down': [desc(client), byId],
};

/** What has passed, or will not take place. */
const isPast = (now: Date) =>
  sql`(${bookings.endsAt} <= ${now.toISOString()}::timestamptz or ${bookings.state} in ('cancelled', 'expired'))`;

/** What a search looks through, as its index has it. */
const words = sql`(${bookings.title} || E'\\n' || coalesce(${bookings.clientName}, '') || E'\\n' || coalesce(${bookings.clientEmail}::text, ''))`;

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
    search ? or(sql`${words} ilike ${like}`, number ? eq(bookings.id, Number(number)) : undefined) : undefined,
  );
}

async function listIds(db: Db, which: SQL | undefined, order: SQL[], offset: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(which)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

/**
 * What comes next is first, and behind it what has passed or will not take place, the latest first. What comes is little:
 * it is read whole, so that what has passed is read in the order of an index.
 */
async function listNextIds(db: Db, which: SQL | undefined, now: Date, offset: number, limit: number) {
  const coming = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        which,
        sql`${bookings.state} not in ('cancelled', 'expired') and ${bookings.endsAt} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(bookings.startsAt), byId);
  const next = coming.slice(offset, offset + limit).map(({ id }) => id);
  if (next.length === limit) return next;
  const passed = Math.max(0, offset - coming.length);
  return [...next, ...(await listIds(db, and(which, isPast(now)), sorts.latest, passed, limit - next.length))];
}

/** One page of the bookings that somebody may see. */
export async function listBookings(
  db: Db,
  viewer: SignedInActor,
  query: BookingQuery,
  now: Date,
): Promise<BookingListRow[]> {
  const offset = (query.page - 1) * query.pageSize;
  const ids =
    query.sort === 'soonest'
      ? await listNextIds(db, matching(viewer, query, now), now, offset, query.pageSize)
      : await listIds(db, matching(viewer, query, now), sorts[query.sort], offset, query.pageSize);
  const found = ids.length > 0 ? await db.select().from(bookings).where(inArray(bookings.id, ids)) : [];
  const rows = found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
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

export function countBookings(db: Db, viewer: SignedInActor, filter: BookingFilter, now: Date): Promise<number> {
  return countRows(
    db,
    db
      .select({ one: sql`1` })
      .from(bookings)
      .where(matching(viewer, filter, now)),
  );
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
