import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { pageOf } from '#shared/lists.ts';
import { moderateComment, reportComment, REPORT_RATE_LIMIT } from './actions/moderation.ts';
import { COMMENT_RATE_LIMIT, editComment, deleteOwnComment, createComment } from './actions/write-comment.ts';
import { commentsContract } from './contract/index.ts';
import { countModeratedComments, getModerationCounts, listModeratedComments } from './queries/moderation.ts';
import { hasEmailNotifications, upsertEmailNotifications } from './queries/recipients.ts';
import { getCommentPage } from './queries/public-comments.ts';
import { countOwnComments, isCommentAuthor, listOwnComments } from './queries/comments.ts';

const comments = implement(commentsContract).$context<ApiContext>();

/** Limits members; the owner and authors are trusted. */
async function countMembersTry(context: ApiContext, limit: RateLimit): Promise<void> {
  const { role, userId } = requireUser(context);
  if (role === 'member') await consumeRateLimit(context.db, limit, userId, context.now());
}

export const commentsHandlers = comments.router({
  ofPost: comments.ofPost.handler(({ context, input: { id, ...page } }) =>
    getCommentPage(context.db, { postId: id }, page),
  ),
  about: comments.about.handler(({ context, input: { kind, key, ...page } }) =>
    getCommentPage(context.db, kind === 'post' ? { slug: key } : { projectId: key }, page),
  ),
  ofProject: comments.ofProject.handler(({ context, input: { id, ...page } }) =>
    getCommentPage(context.db, { projectId: id }, page),
  ),
  review: comments.review.handler(async ({ context, input: { id, ...said } }) => {
    await countMembersTry(context, COMMENT_RATE_LIMIT);
    return context.db.transaction(tx => createComment(tx, context, { key: { postId: id }, ...said }));
  }),
  commentOnProject: comments.commentOnProject.handler(async ({ context, input: { id, ...said } }) => {
    await countMembersTry(context, COMMENT_RATE_LIMIT);
    return context.db.transaction(tx => createComment(tx, context, { key: { projectId: id }, ...said }));
  }),
  mine: comments.mine.handler(async ({ context, input }) => {
    const { userId } = requireUser(context);
    const [items, total] = await Promise.all([
      listOwnComments(context.db, userId, input),
      countOwnComments(context.db, userId, input),
    ]);
    return pageOf(input, items, total);
  }),
  edit: comments.edit.handler(({ context, input }) => context.db.transaction(tx => editComment(tx, context, input))),
  remove: comments.remove.handler(async ({ context, input: { id } }) => {
    const { role, userId } = requireUser(context);
    await context.db.transaction(async tx => {
      // The owner's removal of others' comments can be undone; deleting one's own is permanent.
      const takesAway = role === 'owner' && !(await isCommentAuthor(tx, id, userId));
      if (takesAway) await moderateComment(tx, context, { id, decision: 'remove' });
      else await deleteOwnComment(tx, context, id);
    });
    return { removed: true as const };
  }),
  report: comments.report.handler(async ({ context, input }) => {
    await countMembersTry(context, REPORT_RATE_LIMIT);
    await context.db.transaction(tx => reportComment(tx, context, input));
    return { reported: true as const };
  }),
  list: comments.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([
      listModeratedComments(context.db, input),
      countModeratedComments(context.db, input),
    ]);
    return pageOf(input, items, total);
  }),
  moderate: comments.moderate.handler(({ context, input }) =>
    context.db.transaction(tx => moderateComment(tx, context, input)),
  ),
  waiting: comments.waiting.handler(({ context }) => getModerationCounts(context.db)),
  mailSettings: comments.mailSettings.handler(async ({ context }) => ({
    mails: await hasEmailNotifications(context.db, requireUser(context).userId),
  })),
  saveMailSettings: comments.saveMailSettings.handler(async ({ context, input }) => {
    await upsertEmailNotifications(context.db, requireUser(context).userId, input.mails);
    return input;
  }),
});
