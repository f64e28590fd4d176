import { updateLikes } from '#features/blog/queries/counters.ts';
import { updateProjectLikes } from '#features/projects/queries/projects.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import { tokenHash } from '#platform/tokens.ts';
import type { Standing } from './contract.ts';
import {
  type Admirer,
  deleteLikes,
  getLikes,
  hasLiked,
  hasLikedWhileHeld,
  insertLike,
  type LikedKey,
  listLikesOf,
} from './queries.ts';
import { FOLLOW_SECONDS, followQueue, stretchesAt } from './rules.ts';

/** How many likes a network may give or take back. */
export const LIKES: RateLimit = { name: 'likes', most: 60, seconds: 3600 };

/** How often one thing can be liked from a network by browsers that are not signed in: a script has any number of them. */
export const LIKES_OF_ONE: RateLimit = { name: 'likes-of-one', most: 20, seconds: 24 * 3600 };

/** The cookie that makes a browser like a thing once. It is set when somebody likes something, and says nothing else. */
const VISITOR = 'visitor';
const VISITOR_SECONDS = 365 * 24 * 3600;

type Caller = Pick<ApiContext, 'actor' | 'cookies'>;
type LikingContext = Caller & Pick<ApiContext, 'client' | 'jobs' | 'now' | 'sealer'>;

/** Who calls, as far as is known. */
export function admirerOf({ actor, cookies }: Caller): Admirer {
  const token = cookies.get(VISITOR);
  return {
    userId: actor.role === 'visitor' ? undefined : actor.userId,
    visitorSha256: token === undefined ? undefined : tokenHash(token),
  };
}

/** Who calls; a browser without an account is given its number. */
async function admirerToBe(tx: Transaction, context: LikingContext, key: LikedKey): Promise<Admirer> {
  const who = admirerOf(context);
  if (who.userId !== undefined || who.visitorSha256 !== undefined) return who;
  const token = await firstToken(tx, context, key);
  context.cookies.set(VISITOR, token, VISITOR_SECONDS);
  return { ...who, visitorSha256: tokenHash(token) };
}

/**
 * The number of a browser that has none yet. It may press twice before it has the answer to the first: the same browser
 * in the same network is then given the same number for the same thing, whichever answer it keeps. Nothing of it is kept
 * but the hash.
 */
async function firstToken(tx: Transaction, context: LikingContext, key: LikedKey): Promise<string> {
  const { network, userAgent } = context.client;
  const name = JSON.stringify(['first like', network, userAgent, key]);
  const [present, last] = stretchesAt(context.now());
  const tokenOf = (stretch: number) => context.sealer.derive(`${name} ${stretch}`);
  const before = tokenOf(last);
  const isSame = await hasLikedWhileHeld(tx, name, key, { visitorSha256: tokenHash(before) });
  return isSame ? before : tokenOf(present);
}

/** How many like it, and whether the caller does. Throws NOT_FOUND. */
export async function getStanding(db: Db, caller: Caller, key: LikedKey): Promise<Standing> {
  const [likes, liked] = await Promise.all([getLikes(db, key), hasLiked(db, key, admirerOf(caller))]);
  return { likes, liked };
}

/**
 * Notes that the caller likes it. A second time changes nothing, nor does an account whose browser did so before. Throws
 * NOT_FOUND.
 */
export async function like(tx: Transaction, context: LikingContext, key: LikedKey): Promise<Standing> {
  await getLikes(tx, key);
  const who = await admirerToBe(tx, context, key);
  const likes = await getLikes(tx, key);
  const createdAt = new Date(context.now().epochMilliseconds);
  const isNew = !(await hasLiked(tx, key, who)) && (await insertLike(tx, key, who, createdAt));
  return { likes: isNew ? await changeCount(tx, context, key, 1) : likes, liked: true };
}

/** Takes the caller's like back, if there is one. Throws NOT_FOUND. */
export async function unlike(
  tx: Transaction,
  context: Caller & Pick<ApiContext, 'jobs' | 'now'>,
  key: LikedKey,
): Promise<Standing> {
  const likes = await getLikes(tx, key);
  const taken = await deleteLikes(tx, key, admirerOf(context));
  return { likes: taken > 0 ? await changeCount(tx, context, key, -taken) : likes, liked: false };
}

/** Pages follow a little later, so that they are not made anew for each of many likes. */
async function changeCount(
  tx: Transaction,
  { jobs, now }: Pick<ApiContext, 'jobs' | 'now'>,
  key: LikedKey,
  change: number,
): Promise<number> {
  const tag = 'postId' in key ? ('blog' as const) : ('projects' as const);
  const notBefore = now().add({ seconds: FOLLOW_SECONDS });
  const likes = 'postId' in key ? updateLikes(tx, key.postId, change) : updateProjectLikes(tx, key.projectId, change);
  const count = await likes;
  await jobs.enqueue(tx, followQueue, { tag }, { key: tag, notBefore });
  return count;
}

/** What somebody likes. Their likes go with the account; the counts go down by them. */
export const likesPersonalData: PersonalDataPart = {
  name: 'likes',
  collect: (db, { userId }) => listLikesOf(db, userId),
  async erase(tx, { userId }) {
    for (const { postId, projectId } of await listLikesOf(tx, userId)) {
      if (postId !== null) await updateLikes(tx, postId, -1);
      if (projectId !== null) await updateProjectLikes(tx, projectId, -1);
    }
    for (const tag of ['blog', 'projects']) await announceChange(tx, tag);
  },
};
