import { posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import { incrementLikeCount, postTags, projectTags } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { hashToken } from '#platform/tokens.ts';
import type { LikeStatus } from './contract.ts';
import {
  type Liker,
  deleteLikes,
  getLikeCount,
  hasLiked,
  hasLikedWithLock,
  insertLike,
  type LikeTarget,
  listLikesByUser,
} from './queries.ts';
import { INVALIDATION_DELAY_SECONDS, likeCountsQueue, TOKEN_WINDOW_SECONDS } from './rules.ts';

/** Likes and unlikes per network and hour. */
export const LIKE_RATE_LIMIT: RateLimit = { name: 'likes', maxAttempts: 60, windowSeconds: 3600 };

/** Likes of one post or project per network and day by browsers that are not signed in: scripts can discard cookies. */
export const LIKE_TARGET_RATE_LIMIT: RateLimit = { name: 'likes-of-one', maxAttempts: 20, windowSeconds: 24 * 3600 };

/** Identifies a browser, so it can like something only once. Set with the first like. */
const VISITOR_COOKIE = 'visitor';
const VISITOR_COOKIE_TTL_SECONDS = 365 * 24 * 3600;

type Caller = Pick<ApiContext, 'actor' | 'cookies'>;
type LikingContext = Caller & Pick<ApiContext, 'client' | 'jobs' | 'now' | 'encryption'>;

/** Identifies the caller by account and cookie. */
export function identifyLiker({ actor, cookies }: Caller): Liker {
  const token = cookies.get(VISITOR_COOKIE);
  return {
    userId: actor.role === 'visitor' ? undefined : actor.userId,
    visitorHash: token === undefined ? undefined : hashToken(token),
  };
}

/** Identifies the caller; gives a browser without an account its token. */
async function getOrCreateLiker(tx: Transaction, context: LikingContext, key: LikeTarget): Promise<Liker> {
  const liker = identifyLiker(context);
  if (liker.userId !== undefined || liker.visitorHash !== undefined) return liker;
  const token = await createVisitorToken(tx, context, key);
  context.cookies.set(VISITOR_COOKIE, token, VISITOR_COOKIE_TTL_SECONDS);
  return { ...liker, visitorHash: hashToken(token) };
}

/**
 * Creates a token for a browser. A second press before the first response gets the same token, derived from network and
 * target, so it counts once. Only the token's hash is stored.
 */
async function createVisitorToken(tx: Transaction, context: LikingContext, key: LikeTarget): Promise<string> {
  const { network, userAgent } = context.client;
  const name = JSON.stringify(['first like', network, userAgent, key]);
  const currentWindow = Math.floor(context.now().epochMilliseconds / 1000 / TOKEN_WINDOW_SECONDS);
  const tokenOf = (timeWindow: number) => context.encryption.deriveToken(`${name} ${timeWindow}`);
  const previousToken = tokenOf(currentWindow - 1);
  const isSame = await hasLikedWithLock(tx, name, key, { visitorHash: hashToken(previousToken) });
  return isSame ? previousToken : tokenOf(currentWindow);
}

/** Returns the number of likes, and whether the caller likes it. Throws NOT_FOUND. */
export async function getLikeStatus(db: Db, caller: Caller, key: LikeTarget): Promise<LikeStatus> {
  const [likes, liked] = await Promise.all([getLikeCount(db, key), hasLiked(db, key, identifyLiker(caller))]);
  return { likes, liked };
}

/** Adds the caller's like. Has no effect if the caller's account or browser already likes it. Throws NOT_FOUND. */
export async function like(tx: Transaction, context: LikingContext, key: LikeTarget): Promise<LikeStatus> {
  await getLikeCount(tx, key);
  const liker = await getOrCreateLiker(tx, context, key);
  const likes = await getLikeCount(tx, key);
  const createdAt = toDate(context.now());
  const isNew = !(await hasLiked(tx, key, liker)) && (await insertLike(tx, key, liker, createdAt));
  return { likes: isNew ? await updateLikeCount(tx, context, key, 1) : likes, liked: true };
}

/** Removes the caller's like, if there is one. Throws NOT_FOUND. */
export async function unlike(
  tx: Transaction,
  context: Caller & Pick<ApiContext, 'jobs' | 'now'>,
  key: LikeTarget,
): Promise<LikeStatus> {
  const likes = await getLikeCount(tx, key);
  const removed = await deleteLikes(tx, key, identifyLiker(context));
  return { likes: removed > 0 ? await updateLikeCount(tx, context, key, -removed) : likes, liked: false };
}

/** Cached pages follow with a delay, so many likes don't rebuild them each time. */
async function updateLikeCount(
  tx: Transaction,
  { jobs, now }: Pick<ApiContext, 'jobs' | 'now'>,
  key: LikeTarget,
  change: number,
): Promise<number> {
  const [count, tags] =
    'postId' in key
      ? [
          await incrementLikeCount(tx, posts, key.postId, change),
          [postTags.page(key.postId), postTags.listBy('most_liked')],
        ]
      : [await incrementLikeCount(tx, projects, key.projectId, change), [projectTags.page(key.projectId)]];
  const notBefore = now().add({ seconds: INVALIDATION_DELAY_SECONDS });
  for (const tag of tags) await jobs.enqueue(tx, likeCountsQueue, { tag }, { key: tag, notBefore });
  return count;
}

/** A user's likes. Deleting the account removes them from the counts. */
export const likesPersonalData: PersonalDataProvider = {
  name: 'likes',
  export: (db, { userId }) => listLikesByUser(db, userId),
  async erase(tx, { userId }) {
    for (const { postId, projectId } of await listLikesByUser(tx, userId)) {
      if (postId !== null) await incrementLikeCount(tx, posts, postId, -1);
      if (projectId !== null) await incrementLikeCount(tx, projects, projectId, -1);
    }
    for (const tag of ['blog', 'projects']) await invalidateTag(tx, tag);
  },
};
