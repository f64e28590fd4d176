import { and, eq, gt, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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
const creation = [newsletterSubscribers.createdAt, newsletterSubscribers.id];
const orders: Readonly<Record<SubscriberFilter['sort'], ListOrder>> = {
  newest: by(creation, true),
  oldest: by(creation, false),
  email_asc: by([newsletterSubscribers.email], false),
  email_desc: by([newsletterSubscribers.email], true),
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

/** Returns one page of subscribers. */
export async function listSubscribers(db: Db, query: SubscriberQuery): Promise<Subscriber[]> {
  // Find the page with an index-only scan before reading its rows.
  const found = await listPage(query, [sectionOf(db, query)]);
  const ids = found.map(({ id }) => id);
  return listSubscribersById(db, ids, query.sort);
}

/** Yields all subscribers that match a filter, in pages of rows. */
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

export function countSubscribers(db: Db, filter: Omit<SubscriberFilter, 'sort'>): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(newsletterSubscribers).where(matching(filter)));
}

/** The id, the address in any case, or a confirmation token that is still valid. */
type SubscriberKey =
  | { readonly id: number }
  | { readonly email: string }
  | { readonly tokenHash: string; readonly now: Date };

function hasKey(key: SubscriberKey): SQL | undefined {
  if ('id' in key) return eq(newsletterSubscribers.id, key.id);
  if ('email' in key) return eq(newsletterSubscribers.email, key.email);
  const { confirmationTokenHash, confirmationExpiresAt } = newsletterSubscribers;
  return and(eq(confirmationTokenHash, key.tokenHash), gt(confirmationExpiresAt, key.now));
}

export async function findSubscriber(db: Db, key: SubscriberKey) {
  const [row] = await db.select().from(newsletterSubscribers).where(hasKey(key));
  return row;
}

/** Returns a subscriber and locks it until the transaction ends. */
export async function findSubscriberForUpdate(tx: Transaction, key: SubscriberKey) {
  const [row] = await tx.select().from(newsletterSubscribers).where(hasKey(key)).for('update');
  return row;
}

/** Returns the subscribers with these addresses by lowercase address, and locks them until the transaction ends. */
export async function listSubscribersByEmailForUpdate(tx: Transaction, emails: readonly string[]) {
  const rows = await tx
    .select()
    .from(newsletterSubscribers)
    .where(sql`${newsletterSubscribers.email} = any(${sql.param([...emails])}::citext[])`)
    // In order, so two imports can't wait for each other.
    .orderBy(newsletterSubscribers.id)
    .for('update');
  return new Map(rows.map(row => [row.email.toLowerCase(), row]));
}

/** Returns the subscriber with an address, inserted if missing, and locks it until the transaction ends. */
export async function findOrInsertSubscriber(tx: Transaction, subscriber: typeof newsletterSubscribers.$inferInsert) {
  const added = await tx.insert(newsletterSubscribers).values(subscriber).onConflictDoNothing().returning();
  const row = added[0] ?? (await findSubscriberForUpdate(tx, subscriber));
  if (!row) throw new Error('The subscriber was neither found nor inserted.');
  return row;
}

/** Rows per statement, because PostgreSQL limits the number of parameters. */
const INSERT_BATCH_SIZE = 1000;

/** Inserts the addresses that are not on the list yet, and returns them. */
export async function insertSubscribers(tx: Transaction, rows: readonly (typeof newsletterSubscribers.$inferInsert)[]) {
  const added: Pick<SubscriberRow, 'email' | 'state'>[] = [];
  for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
    const inserted = await tx
      .insert(newsletterSubscribers)
      .values(rows.slice(from, from + INSERT_BATCH_SIZE))
      .onConflictDoNothing()
      .returning({ email: newsletterSubscribers.email, state: newsletterSubscribers.state });
    added.push(...inserted);
  }
  return added;
}

export async function updateSubscriber(
  tx: Transaction,
  id: number,
  changes: Partial<typeof newsletterSubscribers.$inferInsert>,
) {
  const [row] = await tx.update(newsletterSubscribers).set(changes).where(eq(newsletterSubscribers.id, id)).returning();
  if (!row) throw new Error('This subscriber doesn’t exist.');
  return row;
}

/**
 * Deletes addresses not confirmed in time, or without a link `since` then, and returns them. Clears only the link of
 * others.
 */
export async function deleteUnconfirmedSubscribers(tx: Transaction, now: Date, since: Date): Promise<string[]> {
  await tx
    .update(newsletterSubscribers)
    .set({ confirmationTokenHash: null, confirmationExpiresAt: null })
    .where(and(lte(newsletterSubscribers.confirmationExpiresAt, now), sql`state <> 'pending'`));
  const rows = await tx
    .delete(newsletterSubscribers)
    .where(
      and(
        eq(newsletterSubscribers.state, 'pending'),
        or(
          lte(newsletterSubscribers.confirmationExpiresAt, now),
          and(isNull(newsletterSubscribers.confirmationExpiresAt), lte(newsletterSubscribers.createdAt, since)),
        ),
      ),
    )
    .returning({ email: newsletterSubscribers.email });
  return rows.map(({ email }) => email);
}

export async function deleteSubscriber(tx: Transaction, id: number): Promise<void> {
  await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
}

/** Stores the hash of a deleted address that opted out. */
export async function insertSuppression(tx: Transaction, emailHash: string, createdAt: Date): Promise<void> {
  await tx.insert(newsletterSuppressions).values({ emailHash, createdAt }).onConflictDoNothing();
}

export async function deleteSuppressions(tx: Transaction, emailHashes: readonly string[]): Promise<void> {
  await tx.delete(newsletterSuppressions).where(isOneOf(emailHashes));
}

const isOneOf = (emailHashes: readonly string[]) =>
  sql`${newsletterSuppressions.emailHash} = any(${sql.param([...emailHashes])}::text[])`;

/** Returns which of these hashes are suppressed. */
export async function listSuppressions(db: Db, emailHashes: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ emailHash: newsletterSuppressions.emailHash })
    .from(newsletterSuppressions)
    .where(isOneOf(emailHashes));
  return new Set(rows.map(({ emailHash }) => emailHash));
}
