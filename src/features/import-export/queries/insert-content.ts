import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { blogAuthors, posts } from '#features/blog/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { itemSources } from '../tables.ts';

/** A post or project; one of the two is set. */
export type Subject = Pick<typeof itemSources.$inferInsert, 'postId' | 'projectId'>;

/** Rows per insert. */
const BATCH = 1000;

/** Redirects former slugs to imported posts or projects, except slugs that are taken. */
export async function insertSlugRedirects(
  tx: Transaction,
  table: PgTable,
  rows: readonly (Subject & { readonly slug: string; readonly replacedAt: Date })[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx
      .insert(table)
      .values(rows.slice(start, start + BATCH))
      .onConflictDoNothing();
  }
}

/**
 * Returns the author with this name, if there is one. Only accounts trusted by the owner count, because anyone can
 * choose any name.
 */
export async function findAuthorByName(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: blogAuthors.id })
    .from(blogAuthors)
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .where(
      and(
        eq(sql`coalesce(${users.name}, ${blogAuthors.name})`, name),
        or(isNull(blogAuthors.userId), inArray(users.role, ['author', 'owner'])),
      ),
    )
    .orderBy(asc(blogAuthors.id))
    .limit(1);
  return row?.id;
}

/** Updates a post unless its version has changed. Returns whether it did. */
export async function updateUnchangedPost(
  tx: Transaction,
  id: number,
  version: number,
  values: Partial<typeof posts.$inferInsert>,
): Promise<boolean> {
  const isUnchanged = and(eq(posts.id, id), eq(posts.version, version), isNull(posts.deletedAt));
  const rows = await tx.update(posts).set(values).where(isUnchanged).returning({ id: posts.id });
  return rows.length > 0;
}

/** Number of ids reserved at a time. */
const IDS = 10_000;

/** Reserves ids for comments. Returns them in ascending order. */
export async function listFreeCommentIds(tx: Transaction, count: number): Promise<Int32Array> {
  const ids = new Int32Array(count);
  for (let start = 0; start < count; start += IDS) {
    const { rows } = await tx.execute<{ id: number }>(
      sql`select nextval(pg_get_serial_sequence('comments', 'id'))::int as id
        from generate_series(1, ${Math.min(IDS, count - start)}::int)`,
    );
    for (const [index, { id }] of rows.entries()) ids[start + index] = id;
  }
  return ids.toSorted();
}
