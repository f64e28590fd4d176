import type { MailServices } from '#features/email/actions.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { Decision, ModeratedComment } from '../contract/schemas.ts';
import { countOpenReports, getModerated, insertReport, updateReportsDismissed } from '../queries/moderation.ts';
import { findRecipient } from '../queries/recipients.ts';
import { findSubject } from '../queries/subjects.ts';
import { type CommentRow, findCommentToChange, updateComment } from '../queries/comments.ts';
import { REPORTS_HELD } from '../rules/auto-moderation.ts';
import { decisionLabels, settlesReports, stateAfter } from '../rules/moderation.ts';
import { dateOf, follow } from './comment-count.ts';
import { noticeOwner, tellApproved, tellConcerned } from './notifications.ts';

/** How many comments somebody may report. */
export const REPORTS: RateLimit = { name: 'reports', most: 20, seconds: 3600 };

type ModerationContext = Pick<ApiContext, 'now'> & MailServices;

/**
 * Carries out what the owner decided about a comment. Throws NOT_FOUND, and CONFLICT where that cannot be decided about a
 * comment as it stands.
 */
export async function moderateComment(
  tx: Transaction,
  context: ModerationContext,
  { id, decision }: { id: number; decision: Decision },
): Promise<ModeratedComment> {
  const comment = await findCommentToChange(tx, id);
  if (!comment || comment.body === '') {
    throw new AppError('NOT_FOUND', 'There is no such comment any more. Its author may have deleted it.');
  }
  const reports = await countOpenReports(tx, id);
  const state = stateAfter(decision, { ...comment, reports });
  if (!state) {
    const now = { held: 'held back', shown: 'published', removed: 'removed', spam: 'marked as spam' }[comment.state];
    throw new AppError('CONFLICT', `“${decisionLabels[decision]}” does not fit: the comment is ${now} already.`);
  }
  const at = dateOf(context.now());
  const isAway = state === 'removed' || state === 'spam';
  const wasAway = comment.state === 'removed' || comment.state === 'spam';
  const first = state === 'shown' && comment.approvedAt === null;
  await updateComment(tx, id, {
    state,
    removedAt: isAway ? (comment.removedAt ?? at) : null,
    stateBefore: isAway ? (wasAway ? comment.stateBefore : (comment.state as 'held' | 'shown')) : null,
    ...(first ? { approvedAt: at } : {}),
  });
  if (settlesReports(decision)) await updateReportsDismissed(tx, id, at);
  await follow(tx, comment, comment.state, state);
  if (first) await tellFirstShown(tx, context, comment);
  return getModerated(tx, id);
}

/** Tells the author, and those whom the comment concerns, once: when it first appears. */
async function tellFirstShown(tx: Transaction, context: ModerationContext, comment: CommentRow): Promise<void> {
  const { id, body, authorId, parentId } = comment;
  const subject = await findSubject(tx, comment);
  if (!subject || authorId === null) return;
  const author = await findRecipient(tx, authorId);
  const answersId = parentId === null ? null : ((await findCommentToChange(tx, parentId))?.authorId ?? null);
  const shown = { id, body, authorId, authorName: author?.name ?? '', answersId, subject };
  await tellApproved(tx, context, shown);
  await tellConcerned(tx, context, shown);
}

/**
 * Notes that somebody finds a comment wrong here. Enough of them hold it, unless the owner wrote it. A second report of
 * the same person changes nothing. Throws NOT_FOUND, and CONFLICT for one's own.
 */
export async function reportComment(
  tx: Transaction,
  context: ModerationContext & Pick<ApiContext, 'actor'>,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { userId } = signedInActor(context);
  const comment = await findCommentToChange(tx, id);
  if (comment?.state !== 'shown')
    throw new AppError('NOT_FOUND', 'There is no such comment. It may have been removed.');
  if (comment.authorId === userId) {
    throw new AppError('CONFLICT', 'This is your own comment. You can delete it instead.');
  }
  const report = { commentId: id, reporterId: userId, reason, createdAt: dateOf(context.now()) };
  if (!(await insertReport(tx, report))) return;
  if ((await countOpenReports(tx, id)) >= REPORTS_HELD) {
    await updateComment(tx, id, { state: 'held' });
    await follow(tx, comment, 'shown', 'held');
  }
  await noticeOwner(tx, context);
}
