import { previewerOf } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { createToken } from '#platform/tokens.ts';
import { renderText } from '#platform/text/render-text.ts';
import { findPicture, listPicturesById } from '#features/media/index.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Post } from '../contract/public.ts';
import { findPostCard, getAdjacentAndRelatedPosts } from '../queries/posts.ts';
import { findPostIdByPreviewToken, getPostRow, updatePostRow } from '../queries/drafts.ts';
import { lockEditablePost, getEditablePost, toLatestContent } from './list-drafts.ts';

type PreviewContext = Pick<ApiContext, 'actor' | 'client' | 'dist' | 'now'>;

/** Creates a preview link that works without an account. Returns its path. Throws NOT_FOUND. */
export async function createPreviewLink(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  id: number,
): Promise<string> {
  const { post } = await lockEditablePost(tx, context, id);
  const previewToken = createToken();
  await updatePostRow(tx, post, { previewToken });
  return paths.preview(previewToken);
}

/** Revokes the preview link. Throws NOT_FOUND. */
export async function revokePreviewLink(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  id: number,
): Promise<void> {
  const { post } = await lockEditablePost(tx, context, id);
  await updatePostRow(tx, post, { previewToken: null });
}

/** Returns the rendered preview of a post for its writers. Throws NOT_FOUND. */
export async function getDraftPreview(db: Db, context: PreviewContext, id: number): Promise<Post> {
  requireUser(context);
  await getEditablePost(db, context, id);
  return renderPreview(db, context, id);
}

/** Returns the rendered preview of a post for visitors with its link. Throws NOT_FOUND. */
export async function getSharedPreview(db: Db, context: PreviewContext, token: string): Promise<Post> {
  const id = await findPostIdByPreviewToken(db, token);
  if (id === undefined)
    throw new AppError('NOT_FOUND', 'This link shows nothing any more. Ask its writer for a new one.');
  return renderPreview(db, context, id);
}

async function renderPreview(db: Db, context: PreviewContext, id: number): Promise<Post> {
  const now = context.now();
  const post = await getPostRow(db, id);
  const content = toLatestContent({ post });
  const card = await findPostCard(db, id, new Date(now.epochMilliseconds));
  if (!card) throw new AppError('NOT_FOUND', 'There is no such post.');
  const { title, description, category, tags, coverAlt } = content;
  const shown = { ...card, title, description, category, tags, coverAlt };
  const [{ html, headings, wordCount }, cover, cardPicture, around] = await Promise.all([
    renderText(content.markdown, {
      dist: context.dist,
      previewFor: previewerOf(context),
      pictures: ids => listPicturesById(db, ids),
    }),
    content.coverImageId ? findPicture(db, content.coverImageId) : null,
    content.socialImageId ? findPicture(db, content.socialImageId) : null,
    getAdjacentAndRelatedPosts(db, { ...shown, publishedAt: new Date(card.publishedAt) }),
  ]);
  return {
    ...shown,
    ...around,
    cover,
    wordCount,
    html,
    headings,
    updatedAt: post.editedAt.toISOString(),
    seo: {
      canonicalUrl: content.canonicalUrl,
      title: content.metaTitle,
      description: content.metaDescription,
      socialTitle: content.socialTitle,
      socialDescription: content.socialDescription,
      cardPicture,
    },
  };
}
