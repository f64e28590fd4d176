import { asc, eq, inArray } from 'drizzle-orm';
import { getUser } from '#features/auth/index.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db } from '#platform/database/database.ts';
import { toLatestContent } from '../rules/content.ts';
import { blogAuthors, posts } from '../tables.ts';
import { updatePostRow } from './drafts.ts';

function selectPosts(db: Db, userId: string) {
  return db
    .select({ post: posts })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .where(eq(blogAuthors.userId, userId))
    .orderBy(asc(posts.id));
}

/**
 * Exports and deletes a user's posts. Published posts stay under the author's name without a picture; the rest is
 * deleted.
 */
export const postsPersonalData: PersonalDataProvider = {
  name: 'posts',
  async export(db, { userId }) {
    const rows = await selectPosts(db, userId);
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
    const rows = await selectPosts(tx, userId);
    const deleted = rows.filter(({ post }) => !post.isPublic).map(({ post }) => post.id);
    await tx.delete(posts).where(inArray(posts.id, deleted));
    for (const { post } of rows)
      if (post.isPublic && post.unpublishedChanges) await updatePostRow(tx, post, { unpublishedChanges: null });
    const { name } = await getUser(tx, userId);
    await tx.update(blogAuthors).set({ name, avatarId: null }).where(eq(blogAuthors.userId, userId));
    if (deleted.length < rows.length) await invalidateTag(tx, 'blog');
  },
};
