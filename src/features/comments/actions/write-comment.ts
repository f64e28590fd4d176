import type { EmailServices } from '#features/email/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnComment } from '../contract/schemas.ts';
import { getSubject, type SubjectKey } from '../queries/subjects.ts';
import {
  type CommentRow,
  deleteComment,
  findCommentForUpdate,
  getCommenter,
  getOwnComment,
  hasReplies,
  insertComment,
  listCommentBodies,
  updateComment,
} from '../queries/comments.ts';
import { getInitialState, EDIT_WINDOW_MINUTES, isEditable } from '../rules/auto-moderation.ts';
import { normalizeForComparison, countLinks } from '../rules/comment-text.ts';
import { syncCommentCount } from './comment-count.ts';
import { scheduleModerationDigest, notifyNewComment } from './notifications.ts';

/** Maximum number of comments per member and hour (security page, "Limits"). */
export const COMMENT_RATE_LIMIT: RateLimit = { name: 'comments', maxAttempts: 10, windowSeconds: 3600 };

type WritingContext = Pick<ApiContext, 'actor' | 'now'> & EmailServices;

/** Throws CONFLICT if the author already posted the same text here. */
function assertNotRepeated(body: string, earlier: readonly string[]): void {
  if (!earlier.some(other => normalizeForComparison(other) === normalizeForComparison(body))) return;
  const sentence = 'You’ve already posted this comment.';
  throw new AppError('CONFLICT', sentence, { body: sentence });
}

/**
 * Returns the parent comment. Threads have one level, so a reply to a reply belongs to the thread's first comment.
 * Throws NOT_FOUND.
 */
async function getParent(tx: Transaction, id: number, subject: { postId: number | null; projectId: string | null }) {
  const parent = await findCommentForUpdate(tx, id);
  const isHere = parent?.postId === subject.postId && parent.projectId === subject.projectId;
  if (!parent || !isHere || parent.state !== 'published') {
    throw new AppError(
      'NOT_FOUND',
      'The comment you’re replying to no longer exists. You can post yours as a new comment.',
    );
  }
  return { threadId: parent.parentId ?? parent.id, authorId: parent.authorId };
}

/**
 * Creates a comment, published or held (`getInitialState`), and notifies the people concerned. Throws NOT_FOUND,
 * FORBIDDEN, and CONFLICT if comments are closed or the text is a repeat.
 */
export async function createComment(
  tx: Transaction,
  context: WritingContext,
  { key, body, parentId }: { key: SubjectKey; body: string; parentId?: number | undefined },
): Promise<OwnComment> {
  const person = await getCommenter(tx, requireUser(context).userId);
  const subject = await getSubject(tx, key);
  if (!subject.areCommentsOpen) {
    const sentence = 'Comments are closed.';
    throw new AppError('CONFLICT', sentence, { body: sentence });
  }
  const parent = parentId === undefined ? undefined : await getParent(tx, parentId, subject);
  assertNotRepeated(body, await listCommentBodies(tx, person.id, subject));
  const state = getInitialState(person, countLinks(body));
  const createdAt = toDate(context.now());
  const { postId, projectId } = subject;
  const repliedToUserId = parent?.authorId ?? null;
  const id = await insertComment(tx, {
    postId,
    projectId,
    parentId: parent?.threadId ?? null,
    repliedToUserId,
    authorId: person.id,
    body,
    state,
    createdAt,
    approvedAt: state === 'published' ? createdAt : null,
  });
  await syncCommentCount(tx, subject, 'gone', state);
  if (state === 'pending') await scheduleModerationDigest(tx, context);
  else {
    await notifyNewComment(tx, context, {
      id,
      body,
      authorId: person.id,
      authorName: person.name,
      repliedToUserId,
      subject,
    });
  }
  return getOwnComment(tx, id);
}

/** Returns the author's own comment. Throws NOT_FOUND, also if it is someone else's. */
async function getOwnedComment(tx: Transaction, id: number, authorId: string): Promise<CommentRow> {
  const comment = await findCommentForUpdate(tx, id);
  if (comment?.authorId !== authorId) throw new AppError('NOT_FOUND', 'This comment doesn’t exist, or it isn’t yours.');
  return comment;
}

/**
 * Edits the author's comment within 15 minutes and moderates it again; a held comment stays held. Throws NOT_FOUND, and
 * CONFLICT if the time is over or the comment was removed.
 */
export async function editComment(
  tx: Transaction,
  context: WritingContext,
  { id, body }: { id: number; body: string },
): Promise<OwnComment> {
  const person = await getCommenter(tx, requireUser(context).userId);
  const comment = await getOwnedComment(tx, id, person.id);
  if (comment.state === 'removed' || comment.state === 'spam') {
    throw new AppError('CONFLICT', 'This comment was removed, so you can’t edit it.');
  }
  if (!isEditable(comment.createdAt, context.now())) {
    const sentence = `You can only edit a comment for ${EDIT_WINDOW_MINUTES} minutes. You can still delete it or reply to it.`;
    throw new AppError('CONFLICT', sentence, { body: sentence });
  }
  if (body !== comment.body) {
    assertNotRepeated(body, await listCommentBodies(tx, person.id, comment, id));
    const state = comment.state === 'pending' ? 'pending' : getInitialState(person, countLinks(body));
    await updateComment(tx, id, { body, state, editedAt: toDate(context.now()) });
    await syncCommentCount(tx, comment, comment.state, state);
    if (state === 'pending') await scheduleModerationDigest(tx, context);
  }
  return getOwnComment(tx, id);
}

/**
 * Permanently deletes the author's comment; a placeholder remains while it has replies. Throws NOT_FOUND, also if it is
 * someone else's.
 */
export async function deleteOwnComment(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'now'>,
  id: number,
): Promise<void> {
  const comment = await getOwnedComment(tx, id, requireUser(context).userId);
  if (await hasReplies(tx, id)) {
    const removedAt = toDate(context.now());
    await updateComment(tx, id, { body: '', authorId: null, state: 'removed', previousState: null, removedAt });
  } else {
    await deleteComment(tx, id);
  }
  await syncCommentCount(tx, comment, comment.state, 'gone');
}
