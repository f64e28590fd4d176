import { findPostCard, getPost } from '#features/blog/queries/posts.ts';
import { queueMail } from '#features/email/actions.ts';
import { instantOf } from '#features/publishing/actions/scheduling.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { paths, pictureFile } from '#shared/paths.ts';
import type { Issue, IssueChanges } from '../contract/issues.ts';
import {
  countAudience,
  deleteIssue,
  findIssueToChange,
  getIssue,
  insertIssue,
  type IssueRow,
  updateIssue,
} from '../queries/issues.ts';
import { issueFromPost } from '../rules/issue-from-post.ts';
import { type IssueMove, mayMove, missingToSend, refusalOf } from '../rules/issues.ts';
import { watchQueue } from '../rules/queues.ts';
import { type IssuePictures, renderIssue } from './render-issue.ts';

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Scheduled for at most so many days ahead. */
const FARTHEST_DAYS = 2 * 366;

/** An issue as the owner sees it. Throws NOT_FOUND. */
export async function showIssue(
  db: Db,
  { deliversMail }: Pick<ApiContext, 'deliversMail'>,
  id: number,
): Promise<Issue> {
  const issue = await getIssue(db, id);
  return { ...issue, audience: await countAudience(db, issue.topic), goesOut: deliversMail };
}

/** An issue that may be moved so, the caller's alone until the transaction ends. Throws NOT_FOUND and CONFLICT. */
export async function getIssueToMove(tx: Transaction, id: number, move: IssueMove): Promise<IssueRow> {
  const issue = await findIssueToChange(tx, id);
  if (!issue) throw new AppError('NOT_FOUND', 'There is no such issue. It may have been deleted.');
  if (!mayMove(issue.state, move)) throw new AppError('CONFLICT', refusalOf(issue.state));
  return issue;
}

/** Begins an issue, from scratch or from a post that readers see. Throws NOT_FOUND where there is no such post. */
export async function beginIssue(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  { postId, ...content }: IssueChanges & { postId?: number | undefined },
): Promise<number> {
  const now = dateOf(context.now());
  const from = postId === undefined ? {} : { postId, ...(await readPost(tx, postId, now)) };
  return insertIssue(tx, { ...from, ...content, createdAt: now, updatedAt: now });
}

async function readPost(db: Db, id: number, now: Date) {
  await getPost(db, { id });
  const post = await findPostCard(db, id, now);
  if (!post) throw new AppError('NOT_FOUND', 'There is no such post, or it is not published.');
  const cover = post.cover && { address: pictureFile(post.cover.id, 1200, 'webp'), alt: post.coverAlt };
  return issueFromPost({ title: post.title, description: post.description, cover, path: paths.post(post.slug) });
}

/** Saves an issue. Throws NOT_FOUND, and CONFLICT if the issue has changed since `version`. */
export async function saveIssue(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  { id, version, ...content }: IssueChanges & { id: number; version: number },
): Promise<void> {
  const issue = await getIssueToMove(tx, id, 'save');
  if (issue.version !== version) throw editConflict();
  await updateIssue(tx, id, {
    ...content,
    version: version + 1,
    updatedAt: dateOf(context.now()),
    pausedBecause: '',
  });
}

/** Deletes a draft. Throws NOT_FOUND and CONFLICT. */
export async function discardIssue(tx: Transaction, id: number): Promise<void> {
  await getIssueToMove(tx, id, 'discard');
  await deleteIssue(tx, id);
}

/** Throws UNPROCESSABLE with what an issue lacks to be sent. */
export function checkWhole(issue: Pick<IssueRow, 'subject' | 'markdown'>): void {
  const missing = missingToSend(issue);
  const sentences = Object.values(missing);
  if (sentences.length > 0) throw new AppError('UNPROCESSABLE', sentences.join(' '), missing);
}

/** Sends an issue to the owner's own address alone, as it is saved. Answers that address. */
export async function sendTest(
  context: Pick<ApiContext, 'actor' | 'db' | 'dist' | 'jobs' | 'now' | 'siteUrl' | 'writeMail' | 'sealer'>,
  id: number,
  pictures: IssuePictures,
): Promise<string> {
  const { email } = signedInActor(context);
  const issue = await getIssue(context.db, id);
  checkWhole(issue);
  const rendered = await renderIssue(context, { ...issue, countsReading: false }, pictures);
  const props = { ...rendered, subject: `Test: ${issue.subject}`, preferencesLink: null };
  await context.db.transaction(tx =>
    queueMail(tx, context, { to: { name: '', address: email }, template: 'newsletterIssue', props }),
  );
  return email;
}

/** Has an issue sent by itself at a time of the owner's zone. Throws what is to be mended, as `at`. */
export async function scheduleIssue(
  tx: Transaction,
  context: Pick<ApiContext, 'now' | 'jobs'>,
  input: { id: number; at: string },
): Promise<void> {
  const issue = await getIssueToMove(tx, input.id, 'schedule');
  checkWhole(issue);
  const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { at: sentence });
  const at = await instantOf(tx, input.at).catch(() => undefined);
  const now = context.now();
  if (!at) throw refuse('Choose a day and a time.');
  if (Temporal.Instant.compare(at, now) <= 0) throw refuse('This time is over. Choose a later one, or send it now.');
  if (Temporal.Instant.compare(at, now.add({ hours: 24 * FARTHEST_DAYS })) > 0) {
    throw refuse('Choose a time within the next two years.');
  }
  await updateIssue(tx, issue.id, { state: 'scheduled', scheduledFor: dateOf(at), pausedBecause: '' });
  await context.jobs.enqueue(tx, watchQueue, {}, { key: `due ${at.toString()}`, notBefore: at });
}

/** Cancels a schedule. */
export async function unscheduleIssue(tx: Transaction, id: number): Promise<void> {
  await getIssueToMove(tx, id, 'unschedule');
  await updateIssue(tx, id, { state: 'draft', scheduledFor: null });
}
