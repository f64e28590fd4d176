import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { blogAuthors, posts, type postSlugs } from '#features/blog/index.ts';
import { comments } from '#features/comments/index.ts';
import type { projectSlugs } from '#features/projects/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { itemSources } from '../tables.ts';

/** Saves the sources of posts or projects. */
export async function insertSources(
  tx: Transaction,
  rows: readonly (typeof itemSources.$inferInsert)[],
): Promise<void> {
  await tx.insert(itemSources).values([...rows]);
}

/** Rows per insert. */
const BATCH = 1000;

/** Redirects former slugs to imported posts or projects, except slugs that are taken. */
export async function insertSlugRedirects<Table extends typeof postSlugs | typeof projectSlugs>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH) as PgInsertValue<Table>[];
    await tx.insert(table).values(batch).onConflictDoNothing();
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

/** Inserts an author without an account. Returns their id. */
export async function insertAuthor(
  tx: Transaction,
  author: { name: string; role: string; avatarId: string | null },
): Promise<string> {
  const id = crypto.randomUUID();
  await tx.insert(blogAuthors).values({ ...author, id });
  return id;
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

export type CommentToInsert = typeof comments.$inferInsert & { readonly id: number };

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
    for (const [place, { id }] of rows.entries()) ids[start + place] = id;
  }
  return ids.toSorted();
}

/** Inserts comments with the ids that they have. A comment must come before its replies. */
export async function insertComments(tx: Transaction, rows: readonly CommentToInsert[]): Promise<void> {
  await tx
    .insert(comments)
    .overridingSystemValue()
    .values([...rows]);
}
