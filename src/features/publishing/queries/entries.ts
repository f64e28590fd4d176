import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { CacheTags } from '../rules/cache-tags.ts';
import type { EntryTable } from '../tables.ts';

/** The posts or projects, with the columns that the two name differently. */
export interface EntrySource<Id extends PgColumn> {
  readonly noun: 'post' | 'project';
  /** The cache tag of the feature, which also begins its cache keys. */
  readonly feature: 'blog' | 'projects';
  readonly tags: CacheTags;
  readonly table: EntryTable<Id>;
  readonly slug: PgColumn;
  readonly publishedAt: PgColumn;
  /** The table of former slugs and its column with the entry's ID. */
  readonly formerSlugs: PgTable & { readonly slug: PgColumn; readonly replacedAt: PgColumn };
  readonly formerOf: PgColumn;
}

/** Returns the ID of the entry with this preview token. */
export async function findIdByPreviewToken<Id extends PgColumn>(
  db: Db,
  table: EntryTable<Id>,
  token: string,
): Promise<Id['_']['data'] | undefined> {
  const [row] = await db
    .select({ id: sql<Id['_']['data']>`${table.id}` })
    .from(table)
    .where(and(eq(table.previewToken, token), isNull(table.deletedAt)));
  return row?.id;
}

/** Returns the first entry with a scheduled time that has come, locked until the transaction ends. */
export async function lockNextScheduledEntry<Id extends PgColumn>(
  tx: Transaction,
  table: EntryTable<Id>,
  now: Date,
): Promise<Id['_']['data'] | undefined> {
  const [row] = await tx
    .select({ id: sql<Id['_']['data']>`${table.id}` })
    .from(table)
    .where(and(eq(table.status, 'scheduled'), lte(table.scheduledFor, now), isNull(table.deletedAt)))
    .orderBy(asc(table.scheduledFor))
    .limit(1)
    .for('update', { skipLocked: true });
  return row?.id;
}

/** Returns when a public entry last changed. */
export async function findLastChange(db: Db, table: EntryTable<PgColumn>): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: table.updatedAt })
    .from(table)
    .where(and(table.isPublic))
    .orderBy(desc(table.updatedAt))
    .limit(1);
  return row?.at;
}

/** Adds `change` to an entry's like count. Returns the new count; 0 if the entry no longer exists. */
export async function incrementLikeCount<Id extends PgColumn>(
  tx: Transaction,
  table: EntryTable<Id>,
  id: Id['_']['data'],
  change: number,
): Promise<number> {
  const [row] = await tx
    .update(table)
    .set({ likes: sql`greatest(0, ${table.likes} + ${change}::int)` })
    .where(eq(table.id, id))
    .returning({ likes: table.likes });
  return row?.likes ?? 0;
}

/** Returns the number of sample entries. */
export function countSamples(db: Db, table: EntryTable<PgColumn>): Promise<number> {
  return db.$count(table, and(table.isSample));
}

/** Lists the covers of the sample entries. */
export async function listSampleCovers(
  db: Db,
  table: EntryTable<PgColumn>,
): Promise<{ readonly id: string; readonly alt: string }[]> {
  const rows = await db.select({ id: table.coverImageId, alt: table.coverAlt }).from(table).where(and(table.isSample));
  return rows.flatMap(({ id, alt }) => (id === null ? [] : { id, alt }));
}
