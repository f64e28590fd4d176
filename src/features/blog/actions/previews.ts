import { type PreviewContext, renderPreview } from '#features/publishing/index.ts';
import type { Db } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { Post } from '../contract/public.ts';
import { getPostRow } from '../queries/drafts.ts';
import { findPostCard, publicPosts } from '../queries/posts.ts';
import { toLatestContent } from '../rules/content.ts';

/** Returns a post as readers will see it. Throws NOT_FOUND. */
export async function getPostPreview(db: Db, context: PreviewContext, id: number): Promise<Post> {
  const now = context.now();
  const post = await getPostRow(db, id);
  const content = toLatestContent(post);
  const card = await findPostCard(db, id, toDate(now));
  if (!card) throw new AppError('NOT_FOUND', 'This post doesn’t exist.');
  const { title, description, category, tags, coverAlt } = content;
  const shown = { ...card, title, description, category, tags, coverAlt };
  const [rendered, around] = await Promise.all([
    renderPreview(db, context, content),
    publicPosts.getSurroundings(db, { ...shown, publishedAt: new Date(card.publishedAt) }),
  ]);
  return { ...shown, ...around, ...rendered, updatedAt: post.editedAt.toISOString() };
}
