import { implement } from '@orpc/server';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
import { pageOf } from '#shared/lists.ts';
import { moderateComment, reportComment, REPORTS } from './actions/moderation.ts';
import { COMMENTS, editComment, eraseOwnComment, writeComment } from './actions/write-comment.ts';
import { commentsContract } from './contract/index.ts';
import { countModerated, countWaiting, listModerated } from './queries/moderation.ts';
import { hasMailsOn, saveMailsOn } from './queries/recipients.ts';
import { getConversation } from './queries/public-comments.ts';
import { countOwnComments, hasWritten, listOwnComments } from './queries/comments.ts';

const comments = implement(commentsContract).$context<ApiContext>();

/** Members are held to a limit; owner and authors are trusted. */
async function countMembersTry(context: ApiContext, limit: RateLimit): Promise<void> {
  const { role, userId } = signedInActor(context);
  if (role === 'member') await countTry(context.db, limit, userId, context.now());
}

export const commentsHandlers = comments.router({
  ofPost: comments.ofPost.handler(({ context, input: { id, ...page } }) =>
    getConversation(context.db, { postId: id }, page),
  ),
  about: comments.about.handler(({ context, input: { kind, key, ...page } }) =>
    getConversation(context.db, kind === 'post' ? { slug: key } : { projectId: key }, page),
  ),
  ofProject: comments.ofProject.handler(({ context, input: { id, ...page } }) =>
    getConversation(context.db, { projectId: id }, page),
  ),
  review: comments.review.handler(async ({ context, input: { id, ...said } }) => {
    await countMembersTry(context, COMMENTS);
    return context.db.transaction(tx => writeComment(tx, context, { key: { postId: id }, ...said }));
  }),
  commentOnProject: comments.commentOnProject.handler(async ({ context, input: { id, ...said } }) => {
    await countMembersTry(context, COMMENTS);
    return context.db.transaction(tx => writeComment(tx, context, { key: { projectId: id }, ...said }));
  }),
  mine: comments.mine.handler(async ({ context, input }) => {
    const { userId } = signedInActor(context);
    const [items, total] = await Promise.all([
      listOwnComments(context.db, userId, input),
      countOwnComments(context.db, userId, input),
    ]);
    return pageOf(input, items, total);
  }),
  edit: comments.edit.handler(({ context, input }) => context.db.transaction(tx => editComment(tx, context, input))),
  remove: comments.remove.handler(async ({ context, input: { id } }) => {
    const { role, userId } = signedInActor(context);
    await context.db.transaction(async tx => {
      // The owner takes others' comments away so that it can be undone; one's own is erased.
      const takesAway = role === 'owner' && !(await hasWritten(tx, id, userId));
      if (takesAway) await moderateComment(tx, context, { id, decision: 'remove' });
      else await eraseOwnComment(tx, context, id);
    });
    return { removed: true as const };
  }),
  report: comments.report.handler(async ({ context, input }) => {
    await countMembersTry(context, REPORTS);
    await context.db.transaction(tx => reportComment(tx, context, input));
    return { reported: true as const };
  }),
  list: comments.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listModerated(context.db, input), countModerated(context.db, input)]);
    return pageOf(input, items, total);
  }),
  moderate: comments.moderate.handler(({ context, input }) =>
    context.db.transaction(tx => moderateComment(tx, context, input)),
  ),
  waiting: comments.waiting.handler(({ context }) => countWaiting(context.db)),
  mailSettings: comments.mailSettings.handler(async ({ context }) => ({
    mails: await hasMailsOn(context.db, signedInActor(context).userId),
  })),
  saveMailSettings: comments.saveMailSettings.handler(async ({ context, input }) => {
    await saveMailsOn(context.db, signedInActor(context).userId, input.mails);
    return input;
  }),
});
