import { findPostCard, getPost } from '#features/blog/index.ts';
import { enqueueEmail } from '#features/email/index.ts';
import { parseScheduledInstant } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { paths, pictureFile } from '#shared/paths.ts';
import type { Issue, IssuePatch } from '../contract/issues.ts';
import {
  countAudience,
  deleteIssue,
  findIssueForUpdate,
  getIssue,
  insertIssue,
  type IssueRow,
  updateIssue,
} from '../queries/issues.ts';
import { buildIssueFromPost } from '../rules/issue-from-post.ts';
import { type IssueTransition, canTransitionIssue, findMissingFields, transitionErrors } from '../rules/issues.ts';
import { newsletterMaintenanceQueue } from '../rules/queues.ts';
import { renderIssueEmail } from './render-issue.ts';

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/** Limit for scheduling ahead. */
const MAX_SCHEDULE_DAYS = 2 * 366;

/** Returns an issue as a DTO for the owner. Throws NOT_FOUND. */
export async function getIssueDto({ db, emailDelivery }: ApiContext, id: number): Promise<Issue> {
  const issue = await getIssue(db, id);
  const audienceSize = await countAudience(db, issue.topic);
  return { ...issue, audienceSize, isDeliveryEnabled: emailDelivery !== undefined };
}

/** Locks an issue that allows this transition. Throws NOT_FOUND and CONFLICT. */
export async function lockIssueForTransition(tx: Transaction, id: number, move: IssueTransition): Promise<IssueRow> {
  const issue = await findIssueForUpdate(tx, id);
  if (!issue) throw new AppError('NOT_FOUND', 'This newsletter doesn’t exist. It may have been deleted.');
  if (!canTransitionIssue(issue.state, move)) throw new AppError('CONFLICT', transitionErrors[issue.state]);
  return issue;
}

/** Creates a draft, empty or from a published post. Throws NOT_FOUND if that post does not exist. */
export async function createIssue(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  { postId, ...content }: IssuePatch & { postId?: number | undefined },
): Promise<number> {
  const now = dateOf(context.now());
  const from = postId === undefined ? {} : { postId, ...(await readPost(tx, postId, now)) };
  return insertIssue(tx, { ...from, ...content, createdAt: now, updatedAt: now });
}

async function readPost(db: Db, id: number, now: Date) {
  await getPost(db, { id });
  const post = await findPostCard(db, id, now);
  if (!post) throw new AppError('NOT_FOUND', 'This post doesn’t exist, or it is not published.');
  const cover = post.cover && { address: pictureFile(post.cover.id, 1200, 'webp'), alt: post.coverAlt };
  return buildIssueFromPost({ title: post.title, description: post.description, cover, path: paths.post(post.slug) });
}

/** Saves an issue. Throws NOT_FOUND, and CONFLICT if the issue has changed since `version`. */
export async function updateIssueContent(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  { id, version, ...content }: IssuePatch & { id: number; version: number },
): Promise<void> {
  const issue = await lockIssueForTransition(tx, id, 'save');
  if (issue.version !== version) throw editConflict();
  const updatedAt = dateOf(context.now());
  await updateIssue(tx, id, { ...content, version: version + 1, updatedAt, statusMessage: '' });
}

/** Deletes a draft. Throws NOT_FOUND and CONFLICT. */
export async function deleteDraftIssue(tx: Transaction, id: number): Promise<void> {
  await lockIssueForTransition(tx, id, 'discard');
  await deleteIssue(tx, id);
}

/** Throws UNPROCESSABLE with the fields that an issue needs before it can be sent. */
export function assertIssueReady(issue: Pick<IssueRow, 'subject' | 'markdown'>): void {
  const missing = findMissingFields(issue);
  const sentences = Object.values(missing);
  if (sentences.length > 0) throw new AppError('UNPROCESSABLE', sentences.join(' '), missing);
}

/** Sends the saved version of an issue to the owner only. Returns the owner's address. */
export async function sendTestEmail(context: ApiContext, id: number): Promise<string> {
  const { email } = requireUser(context);
  const issue = await getIssue(context.db, id);
  assertIssueReady(issue);
  const rendered = await renderIssueEmail(context, { ...issue, isTrackingEnabled: false });
  const props = { ...rendered, subject: `Test: ${issue.subject}`, preferencesUrl: null };
  await context.db.transaction(tx =>
    enqueueEmail(tx, context, { to: { name: '', email }, template: 'newsletter_issue', props }),
  );
  return email;
}

/** Schedules an issue for a time in the owner's time zone. Throws with the invalid fields, such as `scheduledAt`. */
export async function scheduleIssue(
  tx: Transaction,
  context: Pick<ApiContext, 'now' | 'jobs'>,
  input: { id: number; scheduledAt: string },
): Promise<void> {
  const issue = await lockIssueForTransition(tx, input.id, 'schedule');
  assertIssueReady(issue);
  const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { scheduledAt: sentence });
  const at = await parseScheduledInstant(tx, input.scheduledAt).catch(() => undefined);
  const now = context.now();
  if (!at) throw refuse('Choose a day and a time.');
  if (Temporal.Instant.compare(at, now) <= 0) throw refuse('This time is over. Choose a later one, or send it now.');
  if (Temporal.Instant.compare(at, now.add({ hours: 24 * MAX_SCHEDULE_DAYS })) > 0) {
    throw refuse('Choose a time within the next two years.');
  }
  await updateIssue(tx, issue.id, { state: 'scheduled', scheduledAt: dateOf(at), statusMessage: '' });
  await context.jobs.enqueue(tx, newsletterMaintenanceQueue, {}, { key: `due ${at.toString()}`, notBefore: at });
}

export async function unscheduleIssue(tx: Transaction, id: number): Promise<void> {
  await lockIssueForTransition(tx, id, 'unschedule');
  await updateIssue(tx, id, { state: 'draft', scheduledAt: null });
}
