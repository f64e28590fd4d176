import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { users } from '#features/accounts/tables.ts';
import { blogAuthors, posts, postSlugs } from '#features/blog/tables.ts';
import { projectSlugs } from '#features/projects/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { itemSources } from '../tables.ts';

/** Keeps where a post or project came from. */
export async function insertSource(tx: Transaction, row: typeof itemSources.$inferInsert): Promise<void> {
  await tx.insert(itemSources).values(row);
}

interface FormerAddress {
  readonly slug: string;
  readonly at: Date;
}

/** Makes addresses that a post had elsewhere lead to it; those that are taken lead on where they lead. */
export async function insertFormerAddresses(
  tx: Transaction,
  postId: number,
  rows: readonly FormerAddress[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(postSlugs)
    .values(rows.map(({ slug, at }) => ({ slug, postId, replacedAt: at })))
    .onConflictDoNothing();
}

/** The same for a project. */
export async function insertFormerProjectAddresses(
  tx: Transaction,
  projectId: string,
  rows: readonly FormerAddress[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(projectSlugs)
    .values(rows.map(({ slug, at }) => ({ slug, projectId, replacedAt: at })))
    .onConflictDoNothing();
}

/**
 * The id of the name under which somebody of this name writes; undefined where there is none. Of accounts only those that
 * the owner trusts count: anybody can call themself as they like.
 */
export async function findAuthorNamed(db: Db, name: string): Promise<string | undefined> {
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

/** A name of somebody without an account here, to write under. */
export async function insertNamedAuthor(
  tx: Transaction,
  author: { name: string; role: string; avatarId: string | null },
): Promise<string> {
  const id = crypto.randomUUID();
  await tx.insert(blogAuthors).values({ ...author, id });
  return id;
}

/** Puts the number of comments that a post shows beside it. */
export async function updateShownComments(tx: Transaction, postId: number, commentCount: number): Promise<void> {
  await tx.update(posts).set({ commentCount }).where(eq(posts.id, postId));
}

/** Changes a post unless it has another version by now. Returns whether it did. */
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
