import type { MailServices } from '#features/email/actions.ts';
import { dateOf } from '#features/publishing/actions/scheduling.ts';
import {
  type MoveInput,
  moveText,
  publishDueTexts,
  type PublishableText,
} from '#features/publishing/actions/transitions.ts';
import type { RenderingOf } from '#features/publishing/actions/rendering.ts';
import { keepRevision } from '#features/publishing/actions/revisions.ts';
import { standingOf } from '#features/publishing/rules/transitions.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { revisions } from '../queries/revisions.ts';
import { getPostRow, listDuePosts, updatePost } from '../queries/drafts.ts';
import { contentOf, missingToPublish } from '../rules/content.ts';
import { publishQueue } from '../rules/queues.ts';
import { getPostToChange, type WritablePost, writerOf, writtenContent } from './list-drafts.ts';

type PublishContext = Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>;

/**
 * Makes a move with a post (publishing/actions/moving.ts). Throws NOT_FOUND; CONFLICT with the reason where the move is not
 * to be made; and BAD_REQUEST where the post lacks something or the time does not fit.
 */
export async function movePost(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'> & MailServices,
  renderingOf: RenderingOf,
  input: MoveInput<number>,
): Promise<void> {
  const row = await getPostToChange(tx, context, input.id);
  const { post, author } = row;
  const { id, version, isPublic } = post;
  const content = writtenContent(row);
  const text = {
    ...publishable(tx, context, renderingOf, row),
    noun: 'post' as const,
    feature: 'blog' as const,
    queue: publishQueue,
    id,
    title: content.title,
    version,
    isPublic,
    standing: standingOf({ ...post, hasPending: post.pending !== null }),
    writer: writerOf(signedInActor(context), row),
    author,
    editPath: dashboardPaths.updateBlog(id),
    readersPath: () => paths.post(post.slug),
    keepSubmitted: () => keepRevision(tx, context, revisions, id, { version, content, reason: 'submitted' }),
  };
  await moveText(tx, context, text, input);
}

/** Publishes the posts whose time has come. Answers how many were published. */
export async function publishDuePosts(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  renderingOf: RenderingOf,
): Promise<number> {
  return publishDueTexts(tx, context, await listDuePosts(tx, dateOf(context.now())), async id =>
    publishable(tx, context, renderingOf, { post: await getPostRow(tx, id) }),
  );
}

function publishable(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: Pick<WritablePost, 'post'>,
): PublishableText<number> {
  const { post } = row;
  return {
    subject: { postId: post.id },
    scheduledFor: post.scheduledFor,
    missing: missingToPublish(writtenContent(row)),
    update: columns => updatePost(tx, post.id, columns),
    publish: at => publish(tx, context, renderingOf, row, at),
  };
}

/** Puts what was written last before the readers. */
async function publish(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: Pick<WritablePost, 'post'>,
  asked: Temporal.Instant | undefined,
): Promise<number> {
  const { post } = row;
  const content = writtenContent(row);
  const { html, headings, words, excerpt } = renderingOf(content.markdown);
  const at = dateOf(context.now());
  // A post keeps the date that it was published under first, unless another one is asked for.
  const publishedAt = asked ? dateOf(asked) : (post.publishedAt ?? at);
  await updatePost(tx, post.id, {
    ...contentOf({ ...content, description: content.description || excerpt }),
    html,
    headings,
    words,
    status: 'published',
    pending: null,
    submittedAt: null,
    scheduledFor: null,
    publishedAt,
    updatedAt: post.publishedAt ? at : publishedAt,
    changedAt: at,
  });
  await keepRevision(tx, context, revisions, post.id, { version: post.version, content, reason: 'published' });
  await announceChange(tx, 'blog');
  return post.id;
}
