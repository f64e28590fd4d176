import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { slugOf } from '../rules/slugs.ts';
import type { EntrySource } from './entries.ts';

async function isSlugTaken<Id extends PgColumn>(
  db: Db,
  { table, slug: present, formerSlugs, formerOf }: EntrySource<Id>,
  slug: string,
  id: Id['_']['data'] | undefined,
): Promise<boolean> {
  const isOther = (column: PgColumn) => (id === undefined ? undefined : ne(column, id));
  return (
    (await db.$count(table, and(eq(present, slug), isOther(table.id)))) > 0 ||
    (await db.$count(formerSlugs, and(eq(formerSlugs.slug, slug), isOther(formerOf)))) > 0
  );
}

/**
 * Returns the slug of a title, with a number if an entry other than `id` uses or used it. An advisory lock until the
 * transaction ends keeps two callers from getting the same slug.
 */
export async function generateUniqueSlug<Id extends PgColumn>(
  tx: Transaction,
  source: EntrySource<Id>,
  title: string,
  id?: Id['_']['data'],
): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${source.feature}.id`}))`);
  const base = slugOf(title, source.noun);
  let slug = base;
  for (let number = 2; await isSlugTaken(tx, source, slug, id); number++) slug = `${base}-${number}`;
  return slug;
}

/** Throws BAD_REQUEST if an entry other than `id` uses or used the slug. */
export async function assertSlugFree<Id extends PgColumn>(
  db: Db,
  source: EntrySource<Id>,
  slug: string,
  id?: Id['_']['data'],
): Promise<void> {
  if (!(await isSlugTaken(db, source, slug, id))) return;
  const message = `Another ${source.noun} uses or used this URL. Choose a different one.`;
  throw new AppError('BAD_REQUEST', message, { slug: message });
}

/** Lists the former slugs of an entry, newest first. */
export async function listPreviousSlugs<Id extends PgColumn>(
  db: Db,
  { formerSlugs, formerOf }: EntrySource<Id>,
  id: Id['_']['data'],
): Promise<string[]> {
  const rows = await db
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(eq(formerOf, id))
    .orderBy(desc(formerSlugs.replacedAt), asc(formerSlugs.slug));
  return rows.map(({ slug }) => slug as string);
}
