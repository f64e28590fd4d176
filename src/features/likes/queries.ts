import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import { posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { likes } from './tables.ts';

export type LikeTarget = { readonly postId: number } | { readonly projectId: string };

/** An account, a browser (by the hash of its token), or both of one person. */
export interface Liker {
  readonly userId?: string | undefined;
  readonly visitorHash?: string | undefined;
}

/** Returns the number of likes of a public post or project. Throws NOT_FOUND, also if it is not public. */
export async function getLikeCount(db: Db, key: LikeTarget): Promise<number> {
  const [table, isTarget] =
    'postId' in key ? [posts, eq(posts.id, key.postId)] : [projects, eq(projects.id, key.projectId)];
  const [row] = await db.select({ likes: table.likes }).from(table).where(and(isTarget, table.isPublic));
  if (!row) throw new AppError('NOT_FOUND', 'This page doesn’t exist. It may have been moved or deleted.');
  return row.likes;
}

/** Returns the condition for a like of the target by this person. No like is by an unknown browser. */
function isLikeBy(key: LikeTarget, { userId, visitorHash }: Liker): SQL | undefined {
  return and(
    'postId' in key ? eq(likes.postId, key.postId) : eq(likes.projectId, key.projectId),
    or(
      userId === undefined ? undefined : eq(likes.userId, userId),
      visitorHash === undefined ? undefined : eq(likes.visitorHash, visitorHash),
    ) ?? sql`false`,
  );
}

/** Returns whether the person likes it. */
export async function hasLiked(db: Db, key: LikeTarget, liker: Liker): Promise<boolean> {
  return (await db.$count(likes, isLikeBy(key, liker))) > 0;
}

/** Does the same as `hasLiked`, but holds a lock on `name` until the transaction ends. */
export async function hasLikedWithLock(tx: Transaction, name: string, key: LikeTarget, liker: Liker): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  return hasLiked(tx, key, liker);
}

/** Inserts a like, by account if there is one. Returns false if it already exists. */
export async function insertLike(tx: Transaction, key: LikeTarget, liker: Liker, createdAt: Date): Promise<boolean> {
  const { userId, visitorHash } = liker;
  const name = userId === undefined ? { visitorHash } : { userId };
  const { rowCount } = await tx
    .insert(likes)
    .values({ ...key, ...name, createdAt })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Deletes the person's likes. Returns how many there were. */
export async function deleteLikes(tx: Transaction, key: LikeTarget, liker: Liker): Promise<number> {
  const { rowCount } = await tx.delete(likes).where(isLikeBy(key, liker));
  return rowCount ?? 0;
}

/** Lists the user's likes, oldest first. */
export function listLikesByUser(db: Db, userId: string) {
  return db
    .select({ postId: likes.postId, projectId: likes.projectId, createdAt: likes.createdAt })
    .from(likes)
    .where(eq(likes.userId, userId))
    .orderBy(asc(likes.id));
}
