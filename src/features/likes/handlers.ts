import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { consumeRateLimit } from '#platform/http/rate-limits.ts';
import { getLikeStatus, like, LIKE_RATE_LIMIT, LIKE_TARGET_RATE_LIMIT, unlike } from './actions.ts';
import { likesContract } from './contract.ts';
import type { LikeTarget } from './queries.ts';

const likes = implement(likesContract).$context<ApiContext>();

async function change(
  context: ApiContext,
  key: LikeTarget,
  apply: typeof like,
): Promise<{ likes: number; liked: boolean }> {
  const { network } = context.client;
  await consumeRateLimit(context.db, LIKE_RATE_LIMIT, network, context.now());
  if (apply === like && context.actor.role === 'visitor') {
    const what = 'postId' in key ? `post ${key.postId}` : `project ${key.projectId}`;
    await consumeRateLimit(context.db, LIKE_TARGET_RATE_LIMIT, `${network} ${what}`, context.now());
  }
  return context.db.transaction(tx => apply(tx, context, key));
}

export const likesHandlers = likes.router({
  getPostLikes: likes.getPostLikes.handler(({ context, input }) =>
    getLikeStatus(context.db, context, { postId: input.id }),
  ),
  likePost: likes.likePost.handler(({ context, input }) => change(context, { postId: input.id }, like)),
  unlikePost: likes.unlikePost.handler(({ context, input }) => change(context, { postId: input.id }, unlike)),
  getProjectLikes: likes.getProjectLikes.handler(({ context, input }) =>
    getLikeStatus(context.db, context, { projectId: input.id }),
  ),
  likeProject: likes.likeProject.handler(({ context, input }) => change(context, { projectId: input.id }, like)),
  unlikeProject: likes.unlikeProject.handler(({ context, input }) => change(context, { projectId: input.id }, unlike)),
});
