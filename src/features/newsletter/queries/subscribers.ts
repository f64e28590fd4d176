import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import {
  idSection,
  listInParts,
  type ListOrder,
  listPage,
  type ListSection,
  orderTerms,
} from '#platform/database/paging.ts';
import { containing } from '#platform/database/search.ts';
import type { Subscriber, SubscriberFilter, SubscriberQuery } from '../contract/subscribers.ts';
import { subscriberOf } from '../rules/subscriber-dto.ts';
import { objections, subscribers } from '../tables.ts';

export type SubscriberRow = typeof subscribers.$inferSelect;

const by = (keys: SQLWrapper[], descending: boolean): ListOrder => ({
  from: subscribers,
  keys,
  descending,
  cursor: subscribers.id,
});
const asked = [subscribers.askedAt, subscribers.id];
const orders: Readonly<Record<SubscriberFilter['sort'], ListOrder>> = {
  newest: by(asked, true),
  oldest: by(asked, false),
  email: by([subscribers.email], false),
  'email-down': by([subscribers.email], true),
};

function matching({ search, state, topic }: Omit<SubscriberFilter, 'sort'>): SQL | undefined {
  return and(
    search ? sql`(${subscribers.email}::text || E'\\n' || ${subscribers.name}) ilike ${containing(search)}` : undefined,
    state ? eq(subscribers.state, state) : undefined,
    topic ? sql`${topic} = any(${subscribers.topics})` : undefined,
  );
}

/** Lists one page of the subscribers. */
export async function listSubscribers(db: Db, query: SubscriberQuery): Promise<Subscriber[]> {
  // The page is found in an index alone, before its rows are read.
  const found = await listPage(query, [sectionOf(db, query)]);
  const ids = found.map(({ id }) => id);
  return listSubscribersById(db, ids, query.sort);
}

/** Yields everybody that the filters leave in pages of rows. */
export function listAllSubscribers(db: Db, filter: SubscriberFilter): AsyncGenerator<Subscriber[]> {
  return listInParts([sectionOf(db, filter)], ids => listSubscribersById(db, ids, filter.sort));
}

async function listSubscribersById(db: Db, ids: number[], sort: SubscriberFilter['sort']): Promise<Subscriber[]> {
  const rows = await db
    .select()
    .from(subscribers)
    .where(inArray(subscribers.id, ids))
    .orderBy(...orderTerms(orders[sort]));
  return rows.map(subscriberOf);
}

function sectionOf(db: Db, { sort, ...filter }: SubscriberFilter): ListSection<{ id: number; keys: string[] }> {
  return idSection(db, orders[sort], subscribers.id, matching(filter));
}

/** How many addresses the filters leave. */
export function countSubscribers(db: Db, filter: Omit<SubscriberFilter, 'sort'>): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(subscribers).where(matching(filter)));
}

/** An address that is on the list, whatever its case. */
export async function findSubscriberByEmail(db: Db, email: string): Promise<SubscriberRow | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email));
  return row;
}

/** Those of some addresses that are on the list, by the address in small letters. */
export async function listSubscribersByEmail(db: Db, emails: readonly string[]): Promise<Map<string, SubscriberRow>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .select()
    .from(subscribers)
    .where(sql`${subscribers.email} = any(${sql.param([...emails])}::citext[])`);
  return new Map(rows.map(row => [row.email.toLowerCase(), row]));
}

/** A subscriber. */
export async function findSubscriber(db: Db, id: number): Promise<SubscriberRow | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id));
  return row;
}

/** A subscriber whom nobody else changes until the transaction ends. */
export async function findSubscriberToChange(tx: Transaction, id: number): Promise<SubscriberRow | undefined> {
  const [row] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for('update');
  return row;
}

/** Puts an address on the list unless it is there; it is the caller's alone until the transaction ends. */
export async function saveNewSubscriber(
  tx: Transaction,
  subscriber: typeof subscribers.$inferInsert,
): Promise<{ row: SubscriberRow; isNew: boolean }> {
  const added = await tx.insert(subscribers).values(subscriber).onConflictDoNothing().returning();
  if (added[0]) return { row: added[0], isNew: true };
  const [row] = await tx.select().from(subscribers).where(eq(subscribers.email, subscriber.email)).for('update');
  if (!row) throw new Error('The subscriber was neither there nor added.');
  return { row, isNew: false };
}

/** So many rows go into one statement, which has a limit of values. */
const AT_ONCE = 1000;

/** Puts addresses on the list, those that are not there; answers these. */
export async function insertSubscribers(
  tx: Transaction,
  rows: readonly (typeof subscribers.$inferInsert)[],
): Promise<Pick<SubscriberRow, 'email' | 'state'>[]> {
  const added: Pick<SubscriberRow, 'email' | 'state'>[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = tx.insert(subscribers).values(rows.slice(from, from + AT_ONCE));
    added.push(...(await some.onConflictDoNothing().returning({ email: subscribers.email, state: subscribers.state })));
  }
  return added;
}

/** Changes a subscriber. */
export async function updateSubscriber(
  tx: Transaction,
  id: number,
  changes: Partial<typeof subscribers.$inferInsert>,
): Promise<SubscriberRow> {
  const [row] = await tx.update(subscribers).set(changes).where(eq(subscribers.id, id)).returning();
  if (!row) throw new Error('There is no such subscriber.');
  return row;
}

/** Whose link it is, while it works. */
export async function findSubscriberByLink(db: Db, linkSha256: string, now: Date): Promise<SubscriberRow | undefined> {
  const [row] = await db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.linkSha256, linkSha256), sql`${subscribers.linkEndsAt} > ${now.toISOString()}`));
  return row;
}

/** Uses a link up; whose it was. Of any number at once one gets it. */
export async function updateLinkUsed(
  tx: Transaction,
  linkSha256: string,
  now: Date,
): Promise<SubscriberRow | undefined> {
  const [row] = await tx
    .update(subscribers)
    .set({ linkSha256: null, linkEndsAt: null })
    .where(and(eq(subscribers.linkSha256, linkSha256), sql`${subscribers.linkEndsAt} > ${now.toISOString()}`))
    .returning();
  return row;
}

/** Erases the addresses that nobody confirmed in time, or without a link `since` then; answers them. Of others only the link goes. */
export async function deleteUnconfirmed(tx: Transaction, now: Date, since: Date): Promise<string[]> {
  await tx
    .update(subscribers)
    .set({ linkSha256: null, linkEndsAt: null })
    .where(and(isNotNull(subscribers.linkEndsAt), lte(subscribers.linkEndsAt, now), sql`state <> 'pending'`));
  const rows = await tx
    .delete(subscribers)
    .where(
      and(
        eq(subscribers.state, 'pending'),
        or(lte(subscribers.linkEndsAt, now), and(isNull(subscribers.linkEndsAt), lte(subscribers.askedAt, since))),
      ),
    )
    .returning({ email: subscribers.email });
  return rows.map(({ email }) => email);
}

/** Takes an address off the list. */
export async function deleteSubscriber(tx: Transaction, id: number): Promise<void> {
  await tx.delete(subscribers).where(eq(subscribers.id, id));
}

/** Keeps that an address, of which nothing else is kept, wants no newsletter. */
export async function insertObjection(tx: Transaction, emailSha256: string, at: Date): Promise<void> {
  await tx.insert(objections).values({ emailSha256, at }).onConflictDoNothing();
}

/** Forgets that of some addresses. */
export async function deleteObjections(tx: Transaction, emailHashes: readonly string[]): Promise<void> {
  if (emailHashes.length > 0) await tx.delete(objections).where(isOneOf(emailHashes));
}

const isOneOf = (emailHashes: readonly string[]) =>
  sql`${objections.emailSha256} = any(${sql.param([...emailHashes])}::text[])`;

/** Forgets it, since its holder wants the newsletter again. */
export async function deleteObjection(tx: Transaction, emailSha256: string): Promise<void> {
  await tx.delete(objections).where(eq(objections.emailSha256, emailSha256));
}

/** Which of some addresses want no newsletter and are otherwise unknown. */
export async function listObjections(db: Db, emailHashes: readonly string[]): Promise<Set<string>> {
  if (emailHashes.length === 0) return new Set();
  const rows = await db.select({ emailSha256: objections.emailSha256 }).from(objections).where(isOneOf(emailHashes));
  return new Set(rows.map(({ emailSha256 }) => emailSha256));
}
