import { convert } from 'html-to-text';
import { queueMail, type MailServices } from '#features/mail/actions.ts';
import type { Move } from '#features/publishing/contract.ts';
import { refusalOf, statusAfter } from '#features/publishing/rules.ts';
import { getSiteContent } from '#features/site/queries.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Transaction } from '#platform/database/database.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { PostContent } from '../contract/writing.ts';
import { findOwner } from '../queries/authors.ts';
import { getPostRow, listDuePosts, updatePost } from '../queries/writing.ts';
import { contentOf, excerptOf, missingToPublish } from '../rules/content.ts';
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
  const settled = { status, submittedAt: null, scheduledFor: null, changedAt: dateOf(now) };
  switch (input.move) {
    case 'submit':
      checkReady(writtenContent(row));
      await updatePost(tx, post.id, { status, submittedAt: dateOf(now) });
      await keepRevision(tx, context, { ...revisionOf(row), reason: 'submitted' });
      await tellOwner(tx, context, row);
      break;
    case 'publish':
      await publish(tx, context, row, publicationTime(await instantOf(tx, input.at), post, now));
      await tellWriter(tx, context, row, { template: 'textPublished' });
      break;
    case 'schedule': {
      checkReady(writtenContent(row));
      const at = scheduleTime(await instantOf(tx, input.at), now);
      await updatePost(tx, post.id, { ...settled, scheduledFor: dateOf(at) });
      await context.jobs.enqueue(tx, publishQueue, {}, { notBefore: at });
      break;
    }
    case 'send-back':
      await updatePost(tx, post.id, settled);
      await tellWriter(tx, context, row, { template: 'textSentBack', note: input.note ?? '' });
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

function checkReady(content: PostContent): void {
  const missing = missingToPublish(content);
  const [first] = Object.values(missing);
  if (first) throw new AppError('BAD_REQUEST', first, missing);
}

/** A time as it was asked for: without an offset it is wall time in the site's zone, and one that a clock change skips is later. */
async function instantOf(tx: Transaction, asked: string | undefined): Promise<Temporal.Instant | undefined> {
  if (asked === undefined || asked.endsWith('Z')) return asked === undefined ? undefined : Temporal.Instant.from(asked);
  const { profile } = await getSiteContent(tx, ['profile']);
  return Temporal.PlainDateTime.from(asked).toZonedDateTime(profile.timeZone).toInstant();
}

/** A post keeps the date that it was published under first, unless another one is asked for, which lies in the past. */
function publicationTime(
  at: Temporal.Instant | undefined,
  post: { publishedAt: Date | null },
  now: Temporal.Instant,
): Date {
  if (at === undefined) return post.publishedAt ?? dateOf(now);
  if (Temporal.Instant.compare(at, now) <= 0) return dateOf(at);
  const wrong = 'This date lies in the future. Schedule the post to have it appear then.';
  throw new AppError('BAD_REQUEST', wrong, { at: wrong });
}

/** Scheduled for at most so many days ahead. */
const FARTHEST_DAYS = 5 * 366;

function scheduleTime(at: Temporal.Instant | undefined, now: Temporal.Instant): Temporal.Instant {
  const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { at: sentence });
  if (at === undefined) throw refuse('Say when the post is to appear.');
  if (Temporal.Instant.compare(at, now) <= 0) throw refuse('This time is over. Choose a later one, or publish it now.');
  if (Temporal.Instant.compare(at, now.add({ hours: 24 * FARTHEST_DAYS })) > 0) {
    throw refuse('Choose a time within the next five years.');
  }
  return at;
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
  checkReady(content);
  const { html, headings, words } = await renderMarkdown(content.markdown);
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

/** The running text of a rendered post, without headings, code, tables and notes. */
function proseOf(html: string): string {
  const skipped = ['h1', 'h2', 'h3', 'h4', 'figure', 'table', 'section', 'aside', 'img'];
  return convert(html, {
    wordwrap: false,
    selectors: [
      ...skipped.map(selector => ({ selector, format: 'skip' })),
      { selector: 'a', options: { ignoreHref: true } },
    ],
  });
}

async function tellOwner(tx: Transaction, context: Context, { post, author }: WritablePost): Promise<void> {
  const owner = await findOwner(tx);
  if (!owner) return;
  const link = context.siteUrl + paths.updateBlog(post.id);
  const writer = author.name ?? 'Somebody';
  const props = { name: owner.name, noun: 'post' as const, writer, title: writtenContent({ post }).title, link };
  await queueMail(tx, context, { to: { name: owner.name, address: owner.email }, template: 'textSubmitted', props });
}

/** Tells the writer what somebody else did with their post. */
async function tellWriter(
  tx: Transaction,
  context: Context,
  { post, author }: WritablePost,
  what: { template: 'textPublished' } | { template: 'textSentBack'; note: string },
): Promise<void> {
  const { name, email } = author;
  if (!name || !email || author.userId === signedInActor(context).userId) return;
  const to = { name, address: email };
  const about = { name, noun: 'post' as const, title: writtenContent({ post }).title };
  if (what.template === 'textPublished') {
    const link = context.siteUrl + paths.post(post.slug);
    await queueMail(tx, context, { to, template: 'textPublished', props: { ...about, link } });
    return;
  }
  const link = context.siteUrl + paths.updateBlog(post.id);
  await queueMail(tx, context, { to, template: 'textSentBack', props: { ...about, note: what.note, link } });
}

/** Publishes the posts whose time has come, each under the time that it was scheduled for. Answers how many. */
export async function publishDuePosts(tx: Transaction, context: Pick<ApiContext, 'now'>): Promise<number> {
  const ids = await listDuePosts(tx, dateOf(context.now()));
  for (const id of ids) {
    const post = await getPostRow(tx, id);
    await publish(tx, context, { post }, post.scheduledFor ?? dateOf(context.now()));
  }
  return ids.length;
}
