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
import { toLikePattern } from '#platform/database/search.ts';
import type { Subscriber, SubscriberFilter, SubscriberQuery } from '../contract/subscribers.ts';
import { toSubscriberDto } from '../rules/subscriber-dto.ts';
import { newsletterSuppressions, newsletterSubscribers } from '../tables.ts';

export type SubscriberRow = typeof newsletterSubscribers.$inferSelect;

const by = (keys: SQLWrapper[], descending: boolean): ListOrder => ({
  from: newsletterSubscribers,
  keys,
  descending,
  cursor: newsletterSubscribers.id,
});
const asked = [newsletterSubscribers.askedAt, newsletterSubscribers.id];
const orders: Readonly<Record<SubscriberFilter['sort'], ListOrder>> = {
  newest: by(asked, true),
  oldest: by(asked, false),
  email: by([newsletterSubscribers.email], false),
  'email-down': by([newsletterSubscribers.email], true),
};

function matching({ search, state, topic }: Omit<SubscriberFilter, 'sort'>): SQL | undefined {
  return and(
    search
      ? sql`(${newsletterSubscribers.email}::text || E'\\n' || ${newsletterSubscribers.name}) ilike ${toLikePattern(search)}`
      : undefined,
    state ? eq(newsletterSubscribers.state, state) : undefined,
    topic ? sql`${topic} = any(${newsletterSubscribers.topics})` : undefined,
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
    .from(newsletterSubscribers)
    .where(inArray(newsletterSubscribers.id, ids))
    .orderBy(...orderTerms(orders[sort]));
  return rows.map(toSubscriberDto);
}

function sectionOf(db: Db, { sort, ...filter }: SubscriberFilter): ListSection<{ id: number; keys: string[] }> {
  return idSection(db, orders[sort], newsletterSubscribers.id, matching(filter));
}

/** How many addresses the filters leave. */
export function countSubscribers(db: Db, filter: Omit<SubscriberFilter, 'sort'>): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(newsletterSubscribers).where(matching(filter)));
}

/** An address that is on the list, whatever its case. */
export async function findSubscriberByEmail(db: Db, email: string): Promise<SubscriberRow | undefined> {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
  return row;
}

/** Those of some addresses that are on the list, by the address in small letters. */
export async function listSubscribersByEmail(db: Db, emails: readonly string[]): Promise<Map<string, SubscriberRow>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .select()
    .from(newsletterSubscribers)
    .where(sql`${newsletterSubscribers.email} = any(${sql.param([...emails])}::citext[])`);
  return new Map(rows.map(row => [row.email.toLowerCase(), row]));
}

/** A subscriber. */
export async function findSubscriber(db: Db, id: number): Promise<SubscriberRow | undefined> {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  return row;
}

/** A subscriber whom nobody else changes until the transaction ends. */
export async function findSubscriberForUpdate(tx: Transaction, id: number): Promise<SubscriberRow | undefined> {
  const [row] = await tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id)).for('update');
  return row;
}

/** Puts an address on the list unless it is there; it is the caller's alone until the transaction ends. */
export async function findOrInsertSubscriber(
  tx: Transaction,
  subscriber: typeof newsletterSubscribers.$inferInsert,
): Promise<{ row: SubscriberRow; isNew: boolean }> {
  const added = await tx.insert(newsletterSubscribers).values(subscriber).onConflictDoNothing().returning();
  if (added[0]) return { row: added[0], isNew: true };
  const [row] = await tx
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, subscriber.email))
    .for('update');
  if (!row) throw new Error('The subscriber was neither there nor added.');
  return { row, isNew: false };
}

/** So many rows go into one statement, which has a limit of values. */
const INSERT_BATCH_SIZE = 1000;

/** Puts addresses on the list, those that are not there; answers these. */
export async function insertSubscribers(
  tx: Transaction,
  rows: readonly (typeof newsletterSubscribers.$inferInsert)[],
): Promise<Pick<SubscriberRow, 'email' | 'state'>[]> {
  const added: Pick<SubscriberRow, 'email' | 'state'>[] = [];
  for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
    const some = tx.insert(newsletterSubscribers).values(rows.slice(from, from + INSERT_BATCH_SIZE));
    added.push(
      ...(await some
        .onConflictDoNothing()
        .returning({ email: newsletterSubscribers.email, state: newsletterSubscribers.state })),
    );
  }
  return added;
}

/** Changes a subscriber. */
export async function updateSubscriber(
  tx: Transaction,
  id: number,
  changes: Partial<typeof newsletterSubscribers.$inferInsert>,
): Promise<SubscriberRow> {
  const [row] = await tx.update(newsletterSubscribers).set(changes).where(eq(newsletterSubscribers.id, id)).returning();
  if (!row) throw new Error('There is no such subscriber.');
  return row;
}

/** Whose link it is, while it works. */
export async function findSubscriberByConfirmationToken(
  db: Db,
  linkSha256: string,
  now: Date,
): Promise<SubscriberRow | undefined> {
  const [row] = await db
    .select()
    .from(newsletterSubscribers)
    .where(
      and(
        eq(newsletterSubscribers.linkSha256, linkSha256),
        sql`${newsletterSubscribers.linkEndsAt} > ${now.toISOString()}`,
      ),
    );
  return row;
}

/** Uses a link up; whose it was. Of any number at once one gets it. */
export async function consumeConfirmationToken(
  tx: Transaction,
  linkSha256: string,
  now: Date,
): Promise<SubscriberRow | undefined> {
  const [row] = await tx
    .update(newsletterSubscribers)
    .set({ linkSha256: null, linkEndsAt: null })
    .where(
      and(
        eq(newsletterSubscribers.linkSha256, linkSha256),
        sql`${newsletterSubscribers.linkEndsAt} > ${now.toISOString()}`,
      ),
    )
    .returning();
  return row;
}

/** Erases the addresses that nobody confirmed in time, or without a link `since` then; answers them. Of others only the link goes. */
export async function deleteUnconfirmedSubscribers(tx: Transaction, now: Date, since: Date): Promise<string[]> {
  await tx
    .update(newsletterSubscribers)
    .set({ linkSha256: null, linkEndsAt: null })
    .where(
      and(
        isNotNull(newsletterSubscribers.linkEndsAt),
        lte(newsletterSubscribers.linkEndsAt, now),
        sql`state <> 'pending'`,
      ),
    );
  const rows = await tx
    .delete(newsletterSubscribers)
    .where(
      and(
        eq(newsletterSubscribers.state, 'pending'),
        or(
          lte(newsletterSubscribers.linkEndsAt, now),
          and(isNull(newsletterSubscribers.linkEndsAt), lte(newsletterSubscribers.askedAt, since)),
        ),
      ),
    )
    .returning({ email: newsletterSubscribers.email });
  return rows.map(({ email }) => email);
}

/** Takes an address off the list. */
export async function deleteSubscriber(tx: Transaction, id: number): Promise<void> {
  await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
}

/** Keeps that an address, of which nothing else is kept, wants no newsletter. */
export async function insertSuppression(tx: Transaction, emailSha256: string, at: Date): Promise<void> {
  await tx.insert(newsletterSuppressions).values({ emailSha256, at }).onConflictDoNothing();
}

/** Forgets that of some addresses. */
export async function deleteSuppressions(tx: Transaction, emailHashes: readonly string[]): Promise<void> {
  if (emailHashes.length > 0) await tx.delete(newsletterSuppressions).where(isOneOf(emailHashes));
}

const isOneOf = (emailHashes: readonly string[]) =>
  sql`${newsletterSuppressions.emailSha256} = any(${sql.param([...emailHashes])}::text[])`;

/** Forgets it, since its holder wants the newsletter again. */
export async function deleteSuppression(tx: Transaction, emailSha256: string): Promise<void> {
  await tx.delete(newsletterSuppressions).where(eq(newsletterSuppressions.emailSha256, emailSha256));
}

/** Which of some addresses want no newsletter and are otherwise unknown. */
export async function listSuppressions(db: Db, emailHashes: readonly string[]): Promise<Set<string>> {
  if (emailHashes.length === 0) return new Set();
  const rows = await db
    .select({ emailSha256: newsletterSuppressions.emailSha256 })
    .from(newsletterSuppressions)
    .where(isOneOf(emailHashes));
  return new Set(rows.map(({ emailSha256 }) => emailSha256));
}
