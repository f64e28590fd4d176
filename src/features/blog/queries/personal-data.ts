import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { getUser } from '#features/auth/index.ts';
import { updateAuthorName } from '../queries/authors.ts';
import { deletePosts, listPostsByUser, updatePostRow } from '../queries/drafts.ts';
import { toLatestContent } from '../rules/content.ts';

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
      ...toLatestContent(post),
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
