import type { EmailServices } from '#features/email/index.ts';
import {
  toDate,
  type TransitionInput,
  transitionEntry,
  publishScheduledEntries,
  type PublishableEntry,
  type RenderingOf,
  saveRevision,
  toPublishingState,
} from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { revisions } from '../queries/revisions.ts';
import { getPostRow, lockScheduledPosts, updatePostRow } from '../queries/drafts.ts';
import { toPostContent, findPublishErrors } from '../rules/content.ts';
import { publishPostsQueue } from '../rules/queues.ts';
import { lockEditablePost, type EditablePost, toEditorRole, toLatestContent } from './list-drafts.ts';

type PublishContext = Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>;

/**
 * Applies a transition to a post (publishing/actions/transitions.ts). Throws NOT_FOUND, CONFLICT with the reason if it
 * is not allowed, BAD_REQUEST if the post is incomplete or the time is invalid.
 */
export async function transitionPost(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'> & EmailServices,
  renderingOf: RenderingOf,
  input: TransitionInput<number>,
): Promise<void> {
  const row = await lockEditablePost(tx, context, input.id);
  const { post, author } = row;
  const { id, version } = post;
  const content = toLatestContent(row);
  const text = {
    ...publishable(tx, context, renderingOf, row),
    noun: 'post' as const,
    queue: publishPostsQueue,
    id,
    title: content.title,
    version,
    standing: toPublishingState({ ...post, hasUnpublishedChanges: post.unpublishedChanges !== null }),
    writer: toEditorRole(requireUser(context), row),
    author,
    editPath: dashboardPaths.updateBlog(id),
    readersPath: () => paths.post(post.slug),
    keepSubmitted: () => saveRevision(tx, context, revisions, id, { version, content, reason: 'submitted' }),
  };
  await transitionEntry(tx, context, text, input);
}

/** Publishes the posts whose scheduled time has come. Returns how many. */
export async function publishScheduledPosts(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  renderingOf: RenderingOf,
): Promise<number> {
  return publishScheduledEntries(tx, context, await lockScheduledPosts(tx, toDate(context.now())), async id =>
    publishable(tx, context, renderingOf, { post: await getPostRow(tx, id) }),
  );
}

function publishable(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: Pick<EditablePost, 'post'>,
): PublishableEntry<number> {
  const { post } = row;
  return {
    subject: { postId: post.id },
    scheduledFor: post.scheduledFor,
    missing: findPublishErrors(toLatestContent(row)),
    update: columns => updatePostRow(tx, post, columns),
    publish: at => publish(tx, context, renderingOf, row, at),
  };
}

/** Publishes the latest content. */
async function publish(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: Pick<EditablePost, 'post'>,
  asked: Temporal.Instant | undefined,
): Promise<number> {
  const { post } = row;
  const content = toLatestContent(row);
  const { html, headings, wordCount, excerpt } = renderingOf(content.markdown);
  const at = toDate(context.now());
  // A republished post keeps its first publish date unless another one is requested.
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
  return post.id;
}
