import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { pageOf } from '#shared/lists.ts';
import { getPageTag } from './actions/comment-count.ts';
import { moderateComment, reportComment, REPORT_RATE_LIMIT } from './actions/moderation.ts';
import { COMMENT_RATE_LIMIT, editComment, deleteOwnComment, createComment } from './actions/write-comment.ts';
import { commentsContract } from './contract/index.ts';
import { countModeratedComments, getModerationCounts, listModeratedComments } from './queries/moderation.ts';
import { hasEmailNotifications, upsertEmailNotifications } from './queries/recipients.ts';
import { getCommentPage } from './queries/public-comments.ts';
import { getSubject, type SubjectKey } from './queries/subjects.ts';
import { countOwnComments, findCommentForUpdate, listOwnComments } from './queries/comments.ts';

const comments = implement(commentsContract).$context<ApiContext>();

/** Limits members; the owner and authors are trusted. */
async function limitMember(context: ApiContext, limit: RateLimit): Promise<void> {
  const { role, userId } = requireUser(context);
  if (role === 'member') await consumeRateLimit(context.db, limit, userId, context.now());
}

type NewComment = Parameters<typeof createComment>[2] & { readonly idempotencyKey?: string | undefined };

async function addComment(context: ApiContext, { idempotencyKey: key, ...comment }: NewComment) {
  await limitMember(context, COMMENT_RATE_LIMIT);
  return context.db.transaction(tx =>
    withIdempotencyKey(tx, context, { endpoint: 'comments.addComment', key, body: comment }, () =>
      createComment(tx, context, comment),
    ),
  );
}

async function getTaggedPage(context: ApiContext, key: SubjectKey, page: Parameters<typeof getCommentPage>[2]) {
  const subject = await getSubject(context.db, key);
  context.cacheTags.add(getPageTag(subject));
  return getCommentPage(context.db, subject, page);
}

export const commentsHandlers = comments.router({
  listPostComments: comments.listPostComments.handler(({ context, input: { id, ...page } }) =>
    getTaggedPage(context, { postId: id }, page),
  ),
  listCommentsBySlug: comments.listCommentsBySlug.handler(({ context, input: { kind, slug, ...page } }) =>
    getTaggedPage(context, kind === 'post' ? { slug } : { projectId: slug }, page),
  ),
  listProjectComments: comments.listProjectComments.handler(({ context, input: { id, ...page } }) =>
    getTaggedPage(context, { projectId: id }, page),
  ),
  addReview: comments.addReview.handler(({ context, input: { id, ...said } }) =>
    addComment(context, { key: { postId: id }, ...said }),
  ),
  addProjectComment: comments.addProjectComment.handler(({ context, input: { id, ...said } }) =>
    addComment(context, { key: { projectId: id }, ...said }),
  ),
  listOwnComments: comments.listOwnComments.handler(async ({ context, input }) => {
    const { userId } = requireUser(context);
    const [items, total] = await Promise.all([
      listOwnComments(context.db, userId, input),
      countOwnComments(context.db, userId, input),
    ]);
    return pageOf(input, items, total);
  }),
  updateComment: comments.updateComment.handler(inTransaction(editComment)),
  deleteComment: comments.deleteComment.handler(async ({ context, input: { id } }) => {
    const { role, userId } = requireUser(context);
    await context.db.transaction(async tx => {
      // The owner's removal of others' comments can be undone; deleting one's own is permanent.
      const isRemoval = role === 'owner' && (await findCommentForUpdate(tx, id))?.authorId !== userId;
      if (isRemoval) await moderateComment(tx, context, { id, action: 'remove' });
      else await deleteOwnComment(tx, context, id);
    });
    return { deleted: true as const };
  }),
  reportComment: comments.reportComment.handler(async ({ context, input }) => {
    await limitMember(context, REPORT_RATE_LIMIT);
    await context.db.transaction(tx => reportComment(tx, context, input));
    return { reported: true as const };
  }),
  listAllComments: comments.listAllComments.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([
      listModeratedComments(context.db, input),
      countModeratedComments(context.db, input),
    ]);
    return pageOf(input, items, total);
  }),
  moderateComment: comments.moderateComment.handler(inTransaction(moderateComment)),
  getModerationCounts: comments.getModerationCounts.handler(({ context }) => getModerationCounts(context.db)),
  getNotificationSettings: comments.getNotificationSettings.handler(async ({ context }) => ({
    emailNotifications: await hasEmailNotifications(context.db, requireUser(context).userId),
  })),
  updateNotificationSettings: comments.updateNotificationSettings.handler(async ({ context, input }) => {
    await upsertEmailNotifications(context.db, requireUser(context).userId, input.emailNotifications);
    return input;
  }),
});
