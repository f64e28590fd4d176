import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db, Transaction } from '#platform/database/database.ts';
import { type OfferKind, offerKinds } from '../contract/offer-kinds.ts';
import { offerKindDefinitions } from '../rules/offer-kinds.ts';
import type { OfferData, OfferRow } from '../rules/offers.ts';
import { offerTables } from '../tables.ts';

/** Returns a kind's table, typed with the columns common to all kinds; the kind's definition has the others. */
const tableOf = (kind: OfferKind) => offerTables[kind] as unknown as (typeof offerTables)['custom_package_detail'];

/** Returns all offers of a kind in display order, including hidden ones. */
export async function listOfferRows(db: Db, kind: OfferKind): Promise<OfferRow[]> {
  const table = tableOf(kind);
  const rows = await db.select().from(table).orderBy(asc(table.position), asc(table.id));
  return rows.map(({ id, position, isHidden, isSample, version, ...columns }) => ({
    id,
    position,
    isHidden,
    isSample,
    version,
    columns,
  }));
}

/** Locks the kind's table until the transaction ends and returns its offers. */
export async function listOfferRowsForUpdate(tx: Transaction, kind: OfferKind): Promise<OfferRow[]> {
  await tx.execute(sql`lock table ${tableOf(kind)} in share row exclusive mode`);
  return listOfferRows(tx, kind);
}

/** Fields written to an offer. */
export interface OfferChanges {
  readonly isHidden?: boolean | undefined;
  readonly isSample: boolean;
  readonly columns: OfferData;
}

export async function insertOfferRow(
  tx: Transaction,
  kind: OfferKind,
  { id, position, columns, ...rest }: OfferChanges & { readonly id: string; readonly position: number },
): Promise<void> {
  await tx.insert(tableOf(kind)).values({ ...(columns as { text: string }), ...rest, id, position });
}

/** Updates an offer and increments its version. */
export async function updateOfferRow(
  tx: Transaction,
  kind: OfferKind,
  id: string,
  { columns, ...rest }: Partial<OfferChanges>,
): Promise<void> {
  const table = tableOf(kind);
  await tx
    .update(table)
    .set({ ...columns, ...rest, version: sql`${table.version} + 1` })
    .where(eq(table.id, id));
}

/** Removes the highlight from a kind's offers; they still count as unchanged samples. */
export async function clearHighlight(tx: Transaction, kind: OfferKind): Promise<void> {
  const { highlightField } = offerKindDefinitions[kind];
  if (highlightField === undefined) return;
  const table = tableOf(kind);
  const column = getTableColumns(table as PgTable)[highlightField];
  if (!column) return;
  const name = sql.identifier(column.name);
  await tx.execute(sql`update ${table} set ${name} = false, version = version + 1 where ${name}`);
}

/** Sets the order of a kind's offers; all must be listed. */
export async function updateOfferPositions(tx: Transaction, kind: OfferKind, ids: readonly string[]): Promise<void> {
  const table = tableOf(kind);
  await tx.execute(sql`
    update ${table} set position = ordered.place
    from unnest(${sql.param([...ids])}::text[]) with ordinality as ordered(id, place)
    where ${table.id} = ordered.id
  `);
}

export async function deleteOfferRow(tx: Transaction, kind: OfferKind, id: string): Promise<void> {
  const table = tableOf(kind);
  await tx.delete(table).where(eq(table.id, id));
}

/** Returns how many offers of the sample content are unchanged. */
export async function countSampleOffers(db: Db): Promise<number> {
  const counts = offerKinds.map(kind => sql`(select count(*)::int from ${tableOf(kind)} where is_sample)`);
  const { rows } = await db.execute<{ count: number }>(sql`select ${sql.join(counts, sql` + `)} as count`);
  return rows[0]?.count ?? 0;
}

/** Deletes the unchanged sample offers. The payment terms belong to every site and remain. */
export async function deleteSampleOffers(tx: Transaction): Promise<void> {
  for (const kind of offerKinds) await tx.execute(sql`delete from ${tableOf(kind)} where is_sample`);
}
