import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { pictures } from '#features/media/index.ts';
import {
  createDraftList,
  draftSummaryColumns,
  formatDraftDates,
  invalidateEntry,
  latestCoverId,
  latestText,
  postTags,
  type RevisionStore,
} from '#features/publishing/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { DraftSummary, PostContent } from '../contract/editing.ts';
import { blogAuthors, postRevisions, posts, postSlugs, postSource } from '../tables.ts';
import { publicPosts } from './posts.ts';

export type PostRow = typeof posts.$inferSelect;

/** Revision store of posts. */
export const revisions: RevisionStore<number, PostContent> = {
  table: postRevisions,
  of: postRevisions.postId,
  insert: (tx, rows) => tx.insert(postRevisions).values(rows.map(({ id, ...row }) => ({ postId: id, ...row }))),
};

/** The posts that a user may edit, and the rows of the draft list. */
export const postDrafts = createDraftList({
  source: postSource,
  isOwn: (db, { userId }) =>
    inArray(posts.authorId, db.select({ id: blogAuthors.id }).from(blogAuthors).where(eq(blogAuthors.userId, userId))),
  select: (db, which, orderBy) =>
    db
      .select({
        ...draftSummaryColumns(posts),
        slug: posts.slug,
        description: latestText(posts, posts.description),
        authorName: sql<string>`coalesce(${users.name}, ${blogAuthors.name})`,
        authorUserId: blogAuthors.userId,
        words: posts.wordCount,
        comments: posts.commentCount,
        publishedAt: posts.publishedAt,
      })
      .from(posts)
      .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
      .leftJoin(users, eq(users.id, blogAuthors.userId))
      .leftJoin(pictures, eq(pictures.id, latestCoverId(posts)))
      .where(which)
      .orderBy(...orderBy),
  toSummary: ({ authorUserId, ...row }, { userId }): DraftSummary => ({
    ...row,
    ...formatDraftDates(row),
    isOwn: authorUserId === userId,
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }),
});

/** Returns the number of posts that match the filters of the draft list. */
export const countDrafts = postDrafts.count;

/** Returns a post's row and author if the user may edit it; `lock` locks the row. */
export async function findEditablePost(db: Db, viewer: AuthenticatedActor, id: number, options: { lock: boolean }) {
  const select = db
    .select({ entry: posts, author: { userId: blogAuthors.userId, name: users.name, email: users.email } })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .where(and(eq(posts.id, id), postDrafts.isEditable(db, viewer)));
  const [row] = await (options.lock ? select.for('update', { of: posts }) : select);
  return row;
}

/** Inserts a post. Returns its ID. */
export async function insertPost(tx: Transaction, post: typeof posts.$inferInsert): Promise<number> {
  const [row] = await tx.insert(posts).values(post).returning({ id: posts.id });
  if (!row) throw new Error('The post wasn’t saved.');
  return row.id;
}

/** Inserts posts. Returns their IDs by slug. */
export async function insertPosts(
  tx: Transaction,
  rows: readonly (typeof posts.$inferInsert)[],
): Promise<Map<string, number>> {
  const inserted = await tx
    .insert(posts)
    .values([...rows])
    .returning({ id: posts.id, slug: posts.slug });
  return new Map(inserted.map(({ id, slug }) => [slug, id]));
}

/** Adds `change` to a post's comment count. */
export async function incrementCommentCount(tx: Transaction, postId: number, change: number): Promise<void> {
  await tx
    .update(posts)
    .set({ commentCount: sql`greatest(0, ${posts.commentCount} + ${change}::int)` })
    .where(eq(posts.id, postId));
}

/** Updates a post's row, and invalidates the pages that show the changed fields. */
export async function updatePostRow(
  tx: Transaction,
  before: PostRow,
  values: Partial<Omit<PostRow, 'isPublic'>>,
): Promise<void> {
  await tx.update(posts).set(values).where(eq(posts.id, before.id));
  const changed = { ...before, ...values };
  const after = { ...changed, isPublic: changed.status === 'published' && changed.deletedAt === null };
  await invalidateEntry(tx, postTags, { before, after }, entry => publicPosts.listNeighborIds(tx, entry));
}

/** Changes a post's slug; the former one redirects to it if it was public. Returns the post's ID. */
export async function updatePostSlug(tx: Transaction, post: PostRow, slug: string, replacedAt: Date): Promise<number> {
  const { id, slug: former, publishedAt, feedSlug } = post;
  await tx.delete(postSlugs).where(eq(postSlugs.slug, slug));
  if (publishedAt) await tx.insert(postSlugs).values({ slug: former, postId: id, replacedAt }).onConflictDoNothing();
  // With a new ID, feed readers would show the post again.
  await updatePostRow(tx, post, { slug, ...(publishedAt ? { feedSlug: feedSlug ?? former } : {}) });
  return id;
}

/** Returns a post's row without an access check, for jobs. Throws if it does not exist. */
export async function getPostRow(db: Db, id: number): Promise<PostRow> {
  const [row] = await db.select().from(posts).where(eq(posts.id, id));
  if (!row) throw new Error(`Post ${id} doesn’t exist.`);
  return row;
}

export async function setSendsNewsletter(tx: Transaction, id: number, sendsNewsletter: boolean): Promise<void> {
  await tx.update(posts).set({ sendsNewsletter }).where(eq(posts.id, id));
}

/** Removes the newsletter marks of public posts, so each is sent once. Returns the posts' IDs. */
export async function takePostsForNewsletter(tx: Transaction): Promise<number[]> {
  const rows = await tx
    .update(posts)
    .set({ sendsNewsletter: false })
    .where(and(posts.sendsNewsletter, posts.isPublic))
    .returning({ id: posts.id });
  return rows.map(({ id }) => id);
}

/** Permanently deletes posts that were deleted before an instant. Returns how many. */
export async function deletePostsDeletedBefore(db: Db, before: Date): Promise<number> {
  const { rowCount } = await db.delete(posts).where(lt(posts.deletedAt, before));
  return rowCount ?? 0;
}
