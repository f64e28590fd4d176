import type { EmailServices } from '#features/email/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { ModerationAction, ModeratedComment } from '../contract/schemas.ts';
import { countOpenReports, getModeratedComment, insertReport, dismissReports } from '../queries/moderation.ts';
import { findOwner, findRecipient } from '../queries/recipients.ts';
import { findSubject } from '../queries/subjects.ts';
import { type CommentRow, findCommentForUpdate, updateComment } from '../queries/comments.ts';
import { REPORT_REVIEW_THRESHOLD } from '../rules/auto-moderation.ts';
import { moderationActionLabels, isReportResolving, findNextState } from '../rules/moderation.ts';
import { syncCommentCount } from './comment-count.ts';
import { scheduleModerationDigest, notifyCommentApproved, notifyNewComment } from './notifications.ts';

/** Maximum number of reports per user and hour. */
export const REPORT_RATE_LIMIT: RateLimit = { name: 'reports', maxAttempts: 20, windowSeconds: 3600 };

type ModerationContext = Pick<ApiContext, 'now' | 'actor'> & EmailServices;

/**
 * Applies the owner's moderation decision. Throws NOT_FOUND, and CONFLICT if the comment's state doesn't allow the
 * decision.
 */
export async function moderateComment(
  tx: Transaction,
  context: ModerationContext,
  { id, action }: { id: number; action: ModerationAction },
): Promise<ModeratedComment> {
  const comment = await findCommentForUpdate(tx, id);
  if (!comment || comment.body === '') {
    throw new AppError('NOT_FOUND', 'This comment no longer exists. Its author may have deleted it.');
  }
  const reports = await countOpenReports(tx, id);
  const state = findNextState(action, { ...comment, reports });
  if (!state) {
    const comments = {
      pending: 'pending comments',
      published: 'published comments',
      removed: 'removed comments',
      spam: 'comments marked as spam',
    }[comment.state];
    const isUnreported = action === 'dismiss_reports' && reports === 0;
    throw new AppError(
      'CONFLICT',
      `“${moderationActionLabels[action]}” isn’t available for ${isUnreported ? 'comments without reports' : comments}.`,
    );
  }
  const at = toDate(context.now());
  const isHidden = state === 'removed' || state === 'spam';
  const wasHidden = comment.state === 'removed' || comment.state === 'spam';
  const isFirst = state === 'published' && comment.approvedAt === null;
  await updateComment(tx, id, {
    state,
    removedAt: isHidden ? (comment.removedAt ?? at) : null,
    previousState: isHidden ? (wasHidden ? comment.previousState : (comment.state as 'pending' | 'published')) : null,
    ...(isFirst ? { approvedAt: at } : {}),
  });
  if (isReportResolving(action)) await dismissReports(tx, id, at);
  await syncCommentCount(tx, comment, comment.state, state);
  if (isFirst) await notifyPublished(tx, context, comment);
  return getModeratedComment(tx, id);
}

/** Notifies the author and the people concerned when a comment is first published. */
async function notifyPublished(tx: Transaction, context: ModerationContext, comment: CommentRow): Promise<void> {
  const { id, body, authorId, repliedToUserId } = comment;
  const subject = await findSubject(tx, comment);
  if (!subject || authorId === null) return;
  const author = await findRecipient(tx, authorId);
  const { userId: approvedBy } = requireUser(context);
  const published = { id, body, authorId, authorName: author?.name ?? '', repliedToUserId, approvedBy, subject };
  await notifyCommentApproved(tx, context, published);
  await notifyNewComment(tx, context, published);
}

/**
 * Records a report. Enough reports hold the comment, unless the owner wrote it. Repeated reports by one user have no
 * effect. Throws NOT_FOUND, and CONFLICT for the reporter's own comment.
 */
export async function reportComment(
  tx: Transaction,
  context: ModerationContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { userId } = requireUser(context);
  const comment = await findCommentForUpdate(tx, id);
  if (comment?.state !== 'published')
    throw new AppError('NOT_FOUND', 'This comment doesn’t exist. It may have been removed.');
  if (comment.authorId === userId) {
    throw new AppError('CONFLICT', 'You can’t report your own comment. You can delete it instead.');
  }
  const report = { commentId: id, reporterId: userId, reason, createdAt: toDate(context.now()) };
  if (!(await insertReport(tx, report))) return;
  const isByOwner = comment.authorId !== null && comment.authorId === (await findOwner(tx))?.id;
  if (!isByOwner && (await countOpenReports(tx, id)) >= REPORT_REVIEW_THRESHOLD) {
    await updateComment(tx, id, { state: 'pending' });
    await syncCommentCount(tx, comment, 'published', 'pending');
  }
  await scheduleModerationDigest(tx, context);
}
