import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { blogAuthors, posts, postSlugs } from '#features/blog/index.ts';
import { projectSlugs } from '#features/projects/index.ts';
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

/** Redirects former slugs to imported posts, except slugs that are taken. */
export async function insertPostSlugRedirects(
  tx: Transaction,
  rows: readonly (typeof postSlugs.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx
      .insert(postSlugs)
      .values(rows.slice(start, start + BATCH))
      .onConflictDoNothing();
  }
}

/** Redirects former slugs to imported projects in the same way. */
export async function insertProjectSlugRedirects(
  tx: Transaction,
  rows: readonly (typeof projectSlugs.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx
      .insert(projectSlugs)
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
