import { toDate } from '#features/publishing/index.ts';
import { DELETED_RETENTION_DAYS } from '#features/publishing/contract/status.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { getUser } from '#features/auth/index.ts';
import { updateAuthorName } from '../queries/authors.ts';
import { deletePosts, deletePostsDeletedBefore, listPostsByUser, updatePostRow } from '../queries/drafts.ts';
import { toPostContent } from '../rules/content.ts';
import type { PostContent } from '../contract/editing.ts';
import { lockEditablePost } from './list-drafts.ts';

type Context = Pick<ApiContext, 'actor' | 'now'>;

/** Deletes a post; it can be restored for 30 days. Throws NOT_FOUND, or CONFLICT if it is already deleted. */
export async function deletePost(tx: Transaction, context: Context, id: number): Promise<void> {
  const { post } = await lockEditablePost(tx, context, id);
  if (post.deletedAt) throw new AppError('CONFLICT', 'This post is deleted already.');
  await updatePostRow(tx, post, { deletedAt: toDate(context.now()) });
}

/** Restores a deleted post with its previous status. Throws NOT_FOUND, or CONFLICT if it is not deleted. */
export async function restorePost(tx: Transaction, context: Context, id: number): Promise<void> {
  const { post } = await lockEditablePost(tx, context, id);
  if (!post.deletedAt) throw new AppError('CONFLICT', 'This post is not deleted.');
  await updatePostRow(tx, post, { deletedAt: null });
}

/** Permanently deletes posts that were deleted more than 30 days ago. Returns how many. */
export function deleteExpiredPosts(db: Db, now: Temporal.Instant): Promise<number> {
  return deletePostsDeletedBefore(db, toDate(now.subtract({ hours: 24 * DELETED_RETENTION_DAYS })));
}

/**
 * Exports and deletes a user's posts. Published posts stay under the author's name without a picture; the rest is
 * deleted.
 */
export const postsPersonalData: PersonalDataProvider = {
  name: 'posts',
  async export(db, { userId }) {
    const rows = await listPostsByUser(db, userId);
    return rows.map(({ post }) => ({
      slug: post.slug,
      status: post.status,
      createdAt: post.createdAt,
      publishedAt: post.publishedAt,
      deletedAt: post.deletedAt,
      ...(post.unpublishedChanges ?? toPostContent({ ...post, category: post.category as PostContent['category'] })),
    }));
  },
  async erase(tx, { userId }) {
    const rows = await listPostsByUser(tx, userId);
    const gone = rows.filter(({ post }) => !post.isPublic).map(({ post }) => post.id);
    await deletePosts(tx, gone);
    for (const { post } of rows)
      if (post.isPublic && post.unpublishedChanges) await updatePostRow(tx, post, { unpublishedChanges: null });
    await updateAuthorName(tx, userId, (await getUser(tx, userId)).name);
    if (gone.length < rows.length) await invalidateTag(tx, 'blog');
  },
};
