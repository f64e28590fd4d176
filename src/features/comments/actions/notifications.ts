import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { truncate } from '#shared/truncate.ts';
import { findLastDigestSentAt } from '../queries/moderation.ts';
import { findOwner, findRecipient } from '../queries/recipients.ts';
import type { CommentSubjectRow } from '../queries/subjects.ts';
import { commentPath } from '../rules/comment-path.ts';
import { DIGEST_INTERVAL_MINUTES, moderationDigestQueue } from '../rules/queues.ts';

/** Email data of a comment that was published for the first time. */
interface PublishedComment {
  readonly id: number;
  readonly body: string;
  readonly authorId: string | null;
  readonly authorName: string;
  readonly repliedToUserId: string | null;
  /** Who approved it; undefined if it was published immediately. */
  readonly approvedBy?: string;
  readonly subject: Pick<CommentSubjectRow, 'title' | 'path' | 'authorId'>;
}

/** Returns the first words of a comment, on one line. */
const formatExcerpt = (body: string) => truncate(body.replaceAll(/\s+/g, ' '), 160);

/** Schedules one digest about comments to review: at most one email per hour. */
export async function scheduleModerationDigest(
  tx: Transaction,
  { jobs, now }: Pick<ApiServices, 'jobs' | 'now'>,
): Promise<void> {
  const last = await findLastDigestSentAt(tx);
  const notBefore =
    last && Temporal.Instant.fromEpochMilliseconds(last.getTime()).add({ minutes: DIGEST_INTERVAL_MINUTES });
  const wait = notBefore && Temporal.Instant.compare(notBefore, now()) > 0 ? { notBefore } : {};
  await jobs.enqueue(tx, moderationDigestQueue, {}, { key: 'notice', ...wait });
}

/**
 * Notifies the parent comment's author and the author of the post or project (else the owner) of a published comment.
 * Sends each person one email at most, and none about a comment that they wrote or approved.
 */
export async function notifyNewComment(
  tx: Transaction,
  services: EmailServices,
  comment: PublishedComment,
): Promise<void> {
  const { subject, authorId, authorName, repliedToUserId, approvedBy } = comment;
  const hasReadIt = (id: string) => id === authorId || id === approvedBy;
  const links = linksTo(services.siteUrl, subject.path, comment.id);
  const excerpt = formatExcerpt(comment.body);
  const props = { commenterName: authorName, title: subject.title, excerpt, ...links };
  const parentAuthor = repliedToUserId === null ? undefined : await findRecipient(tx, repliedToUserId);
  if (parentAuthor && !hasReadIt(parentAuthor.id)) {
    await notify(tx, services, parentAuthor, 'comment_replied', props);
  }
  const author = subject.authorId === null ? await findOwner(tx) : await findRecipient(tx, subject.authorId);
  if (author && !hasReadIt(author.id) && author.id !== parentAuthor?.id) {
    await notify(tx, services, author, 'comment_received', props);
  }
}

/** Notifies the author that their comment was approved. */
export async function notifyCommentApproved(
  tx: Transaction,
  services: EmailServices,
  comment: PublishedComment,
): Promise<void> {
  const author = comment.authorId === null ? undefined : await findRecipient(tx, comment.authorId);
  if (!author) return;
  const { title, path } = comment.subject;
  await notify(tx, services, author, 'comment_approved', { title, ...linksTo(services.siteUrl, path, comment.id) });
}

function linksTo(siteUrl: string, path: string, id: number) {
  return { url: siteUrl + commentPath(path, id), settingsLink: `${siteUrl}${dashboardPaths.comments}` };
}

async function notify<Name extends 'comment_replied' | 'comment_received' | 'comment_approved'>(
  tx: Transaction,
  services: EmailServices,
  { name, email, wantsMail }: NonNullable<Awaited<ReturnType<typeof findRecipient>>>,
  template: Name,
  props: Omit<Parameters<typeof enqueueEmail<Name>>[2]['props'], 'name'>,
): Promise<void> {
  if (!wantsMail) return;
  const allProps = { ...props, name } as Parameters<typeof enqueueEmail<Name>>[2]['props'];
  await enqueueEmail<Name>(tx, services, { to: { name, email }, template, props: allProps });
}
