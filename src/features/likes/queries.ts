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
  const [row] =
    'postId' in key
      ? await db
          .select({ likes: posts.likes })
          .from(posts)
          .where(and(eq(posts.id, key.postId), posts.isPublic))
      : await db
          .select({ likes: projects.likes })
          .from(projects)
          .where(and(eq(projects.id, key.projectId), projects.isPublic));
  if (!row) throw new AppError('NOT_FOUND', 'There is nothing to like here. It may have been taken down.');
  return row.likes;
}

function targetCondition(key: LikeTarget): SQL {
  return 'postId' in key ? eq(likes.postId, key.postId) : eq(likes.projectId, key.projectId);
}

/** Condition: a like by this person; undefined for an unknown browser. */
function likerCondition({ userId, visitorHash }: Liker): SQL | undefined {
  return or(
    userId === undefined ? undefined : eq(likes.userId, userId),
    visitorHash === undefined ? undefined : eq(likes.visitorHash, visitorHash),
  );
}

/** Returns whether the person likes it. */
export async function hasLiked(db: Db, key: LikeTarget, who: Liker): Promise<boolean> {
  const theirs = likerCondition(who);
  if (!theirs) return false;
  return (await db.$count(likes, and(targetCondition(key), theirs))) > 0;
}

/** Like `hasLiked`, but holds a lock on `name` until the transaction ends. */
export async function hasLikedWithLock(tx: Transaction, name: string, key: LikeTarget, who: Liker): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  return hasLiked(tx, key, who);
}

/** Inserts a like, by account if there is one. Returns false if it already exists. */
export async function insertLike(tx: Transaction, key: LikeTarget, who: Liker, createdAt: Date): Promise<boolean> {
  const { userId, visitorHash } = who;
  const name = userId === undefined ? { visitorHash } : { userId };
  const rows = await tx
    .insert(likes)
    .values({ ...key, ...name, createdAt })
    .onConflictDoNothing()
    .returning({ id: likes.id });
  return rows.length > 0;
}

/** Deletes the person's likes. Returns how many there were. */
export async function deleteLikes(tx: Transaction, key: LikeTarget, who: Liker): Promise<number> {
  const theirs = likerCondition(who);
  if (!theirs) return 0;
  const rows = await tx
    .delete(likes)
    .where(and(targetCondition(key), theirs))
    .returning({ id: likes.id });
  return rows.length;
}

/** Lists the user's likes, oldest first. */
export function listLikesByUser(db: Db, userId: string) {
  return db
    .select({ postId: likes.postId, projectId: likes.projectId, createdAt: likes.createdAt })
    .from(likes)
    .where(eq(likes.userId, userId))
    .orderBy(asc(likes.id));
}
