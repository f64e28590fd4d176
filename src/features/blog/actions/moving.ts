import type { MailServices } from '#features/mail/actions.ts';
import {
  checkNothingMissing,
  instantOf,
  pastDate,
  proseOf,
  scheduleTime,
  tellOwner,
  tellWriter,
} from '#features/publishing/actions.ts';
import { listPicturesById } from '#features/media/queries/pictures.ts';
import type { Move } from '#features/publishing/contract.ts';
import { insertMove } from '#features/publishing/queries.ts';
import { refusalOf, statusAfter } from '#features/publishing/rules.ts';
import { excerptOf } from '#features/publishing/rules/texts.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Transaction } from '#platform/database/database.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { getPostRow, listDuePosts, updatePost } from '../queries/writing.ts';
import { contentOf, missingToPublish } from '../rules/content.ts';
import { publishQueue } from '../rules/queues.ts';
import { getPostToChange, standingOf, type WritablePost, writerOf, writtenContent } from './drafts.ts';
import { dateOf, keepRevision } from './saving.ts';

type Context = Pick<ApiContext, 'actor'> & MailServices;

interface MoveInput {
  readonly id: number;
  readonly move: Move;
  /** When it is to appear, or under which date. */
  readonly at?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * Makes a move with a post (publishing/rules.ts). Throws NOT_FOUND; FORBIDDEN or CONFLICT with the reason where the move is
 * not to be made; and BAD_REQUEST where the post lacks something or the time does not fit.
 */
export async function movePost(tx: Transaction, context: Context, input: MoveInput): Promise<void> {
  const actor = signedInActor(context);
  const row = await getPostToChange(tx, context, input.id);
  const { post } = row;
  const standing = standingOf(row);
  const writer = writerOf(actor, row);
  const refusal = refusalOf(input.move, standing, writer);
  if (refusal) throw new AppError('CONFLICT', refusal);

  const now = context.now();
  const status = statusAfter(input.move, standing);
  await insertMove(tx, { at: dateOf(now), move: input.move, postId: post.id, byId: actor.userId });
  const settled = { status, submittedAt: null, scheduledFor: null, changedAt: dateOf(now) };
  switch (input.move) {
    case 'submit':
      checkNothingMissing(missingToPublish(writtenContent(row)));
      await updatePost(tx, post.id, { status, submittedAt: dateOf(now) });
      await keepRevision(tx, context, { ...revisionOf(row), reason: 'submitted' });
      await tellOwner(tx, context, {
        noun: 'post',
        title: writtenContent(row).title,
        writer: row.author.name ?? 'Somebody',
        link: context.siteUrl + dashboardPaths.updateBlog(post.id),
      });
      break;
    case 'publish': {
      // A post keeps the date that it was published under first, unless another one is asked for.
      const asked = pastDate(await instantOf(tx, input.at), 'post', now);
      await publish(tx, context, row, asked ? dateOf(asked) : (post.publishedAt ?? dateOf(now)));
      await tellTheirWriter(tx, context, row, { link: context.siteUrl + paths.post(post.slug) });
      break;
    }
    case 'schedule': {
      checkNothingMissing(missingToPublish(writtenContent(row)));
      const at = scheduleTime(await instantOf(tx, input.at), 'post', now);
      await updatePost(tx, post.id, { ...settled, scheduledFor: dateOf(at) });
      await context.jobs.enqueue(tx, publishQueue, {}, { notBefore: at });
      break;
    }
    case 'send-back':
      await updatePost(tx, post.id, settled);
      await tellTheirWriter(tx, context, row, {
        link: context.siteUrl + dashboardPaths.updateBlog(post.id),
        note: input.note ?? '',
      });
      break;
    case 'discard-changes':
      await updatePost(tx, post.id, { pending: null, submittedAt: null, version: post.version + 1 });
      break;
    default:
      await updatePost(tx, post.id, settled);
      if (post.isPublic && status !== 'published') await announceChange(tx, 'blog');
  }
}

/** What a post says now, to be kept. */
function revisionOf(row: WritablePost) {
  return { postId: row.post.id, version: row.post.version, content: writtenContent(row) };
}

/** Puts what was written last before the readers. */
async function publish(
  tx: Transaction,
  context: Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>,
  row: Pick<WritablePost, 'post'>,
  publishedAt: Date,
): Promise<void> {
  const { post } = row;
  const content = writtenContent(row);
  checkNothingMissing(missingToPublish(content));
  const { html, headings, words } = await renderMarkdown(content.markdown, {
    pictures: ids => listPicturesById(tx, ids),
  });
  const at = dateOf(context.now());
  const description = content.description || excerptOf(proseOf(html));
  await updatePost(tx, post.id, {
    ...contentOf({ ...content, description }),
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
  await keepRevision(tx, context, { postId: post.id, version: post.version, content, reason: 'published' });
  await announceChange(tx, 'blog');
}

/** Tells the writer what somebody else did with their post. */
async function tellTheirWriter(
  tx: Transaction,
  context: Context,
  row: WritablePost,
  about: { link: string; note?: string },
): Promise<void> {
  const { userId, name, email } = row.author;
  if (!name || !email || userId === signedInActor(context).userId) return;
  await tellWriter(tx, context, { name, email }, { noun: 'post', title: writtenContent(row).title, ...about });
}

/**
 * Publishes the posts whose time has come, each under the time that it was scheduled for. One that lacks something by now
 * becomes a draft again, so that it keeps no other from its readers. Answers how many were published.
 */
export async function publishDuePosts(tx: Transaction, context: Pick<ApiContext, 'now'>): Promise<number> {
  let published = 0;
  for (const id of await listDuePosts(tx, dateOf(context.now()))) {
    const post = await getPostRow(tx, id);
    if (Object.keys(missingToPublish(writtenContent({ post }))).length > 0) {
      await updatePost(tx, id, { status: 'draft', scheduledFor: null });
      continue;
    }
    await insertMove(tx, { at: dateOf(context.now()), move: 'publish', postId: id });
    await publish(tx, context, { post }, post.scheduledFor ?? dateOf(context.now()));
    published += 1;
  }
  return published;
}
