import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Duplicate } from '../contract/index.ts';
import { clientMerges, clients, dismissedDuplicates } from '../tables.ts';
import type { ClientRow } from './clients.ts';

export async function insertMerge(tx: Transaction, merge: typeof clientMerges.$inferInsert): Promise<void> {
  await tx.insert(clientMerges).values(merge);
}

/** Removes the record of a merge and returns it. */
export async function takeMerge(tx: Transaction, mergedId: number) {
  const [row] = await tx.delete(clientMerges).where(eq(clientMerges.mergedId, mergedId)).returning();
  return row;
}

/** Lists the clients that were merged into one, newest first. */
export function listMerges(db: Db, keptId: number) {
  return db
    .select({
      mergedId: clientMerges.mergedId,
      name: sql<string>`case when ${clients.company} = '' then ${clients.name} else ${clients.company} end`,
      mergedAt: clientMerges.mergedAt,
    })
    .from(clientMerges)
    .innerJoin(clients, eq(clients.id, clientMerges.mergedId))
    .where(eq(clientMerges.keptId, keptId))
    .orderBy(desc(clientMerges.mergedAt));
}

/** Lists the ids of a client and of those that were merged into it, directly or through another one. */
export async function listMergedIds(db: Db, id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive merged as (
      select ${id}::int as id union select clients.id from clients join merged on clients.merged_into_id = merged.id
    ) select id from merged`);
  return rows.map(row => row.id);
}

/** Deletes the phone numbers, notes and tags of clients, also from the records of their merges. */
export async function deletePrivateDetails(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx
    .update(clients)
    .set({ phone: '', notes: '', tags: [], version: sql`${clients.version} + 1` })
    .where(inArray(clients.id, [...ids]));
  await tx
    .update(clientMerges)
    .set({ filled: sql`${clientMerges.filled} - 'phone' - 'tags'` })
    .where(inArray(clientMerges.keptId, [...ids]));
}

/** Maximum number of listed pairs. */
const MAX_PAIRS = 50;

/** Pairs of clients with the same tax number, name, company or phone, unless dismissed; the older one is first. */
const pairs = sql`
  with live as (
    select id, tax_id, lower(name) as name, lower(company) as company, phone from clients where merged_into_id is null
  ),
  found as (
    select one.id as first_id, other.id as second_id, 'tax_id' as reason, 1 as rank
      from live one join live other on one.tax_id = other.tax_id where one.tax_id <> ''
    union all
    select one.id, other.id, 'name', 2 from live one join live other on one.name = other.name
      where one.company = '' or other.company = ''
    union all
    select one.id, other.id, 'name', 2 from live one join live other on one.company = other.company
      where one.company <> ''
    union all
    select one.id, other.id, 'phone', 3 from live one join live other on one.phone = other.phone where one.phone <> ''
  )
  select distinct on (first_id, second_id) first_id, second_id, reason from found
  where first_id < second_id and not exists (
    select from dismissed_duplicates dismissed
    where dismissed.first_id = found.first_id and dismissed.second_id = found.second_id
  )
  order by first_id, second_id, rank`;

/** Lists pairs of clients that may be the same, with the strongest reason of each. */
export async function listDuplicatePairs(db: Db) {
  const { rows } = await db.execute<{ first_id: number; second_id: number; reason: Duplicate['reason'] }>(
    sql`select * from (${pairs}) as pair limit ${MAX_PAIRS}`,
  );
  const ids = rows.flatMap(({ first_id, second_id }) => [first_id, second_id]);
  const found = ids.length === 0 ? [] : await db.select().from(clients).where(inArray(clients.id, ids));
  const byId = new Map<number, ClientRow>(found.map(row => [row.id, row]));
  return rows.flatMap(({ first_id, second_id, reason }) => {
    const [first, second] = [byId.get(first_id), byId.get(second_id)];
    return first && second ? [{ reason, first, second }] : [];
  });
}

/** Counts the pairs of clients that may be the same. */
export async function countDuplicatePairs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from (${pairs}) as pair limit ${MAX_PAIRS}) as counted`,
  );
  return rows[0]?.count ?? 0;
}

/** Records that two clients are not the same. */
export async function insertDismissedDuplicate(tx: Transaction, one: number, other: number): Promise<void> {
  await tx
    .insert(dismissedDuplicates)
    .values({ firstId: Math.min(one, other), secondId: Math.max(one, other) })
    .onConflictDoNothing();
}
