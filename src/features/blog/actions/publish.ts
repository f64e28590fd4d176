import { toDate, type PublishContext, type RenderingOf, saveRevision } from '#features/publishing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { paths } from '#shared/paths.ts';
import { type PostRow, updatePostRow, revisions } from '../queries/drafts.ts';
import { toLatestContent, toPostContent } from '../rules/content.ts';

/** Publishes the latest content of a post, under its first publish date unless another one is requested. */
export async function publishPost(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  { entry: post }: { readonly entry: PostRow },
  asked: Temporal.Instant | undefined,
): Promise<{ id: number; path: string }> {
  const content = toLatestContent(post);
  const { html, headings, wordCount, excerpt } = renderingOf(content.markdown);
  const at = toDate(context.now());
  const publishedAt = asked ? toDate(asked) : (post.publishedAt ?? at);
  await updatePostRow(tx, post, {
    ...toPostContent({ ...content, description: content.description || excerpt }),
    html,
    headings,
    wordCount,
    status: 'published',
    unpublishedChanges: null,
    submittedAt: null,
    scheduledFor: null,
    publishedAt,
    updatedAt: post.publishedAt ? at : publishedAt,
    editedAt: at,
  });
  await saveRevision(tx, context, revisions, post.id, { version: post.version, content, reason: 'published' });
  return { id: post.id, path: paths.post(post.slug) };
}
