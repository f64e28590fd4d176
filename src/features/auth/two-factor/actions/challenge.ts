import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import {
  deleteTwoFactorChallenge,
  hasValidTwoFactorChallenge,
  insertTwoFactorChallenge,
  incrementChallengeAttempts,
} from '../queries/challenges.ts';

/** The cookie that holds a pending sign-in's token. */
const COOKIE = 'second-step';

/** How long a code may take, in minutes. */
const CHALLENGE_TTL_MINUTES = 10;

/** So many codes may be typed at one sign-in. */
export const MAX_CODE_ATTEMPTS = 5;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

const CHALLENGE_EXPIRED_MESSAGE = 'This sign-in is over: it takes ten minutes and five codes at most. Sign in again.';

type ChallengeContext = Pick<ApiContext, 'cookies' | 'now'>;

/** Notes that a person's first step is done, and answers the token that stands for it. */
export async function createTwoFactorChallenge(
  tx: Transaction,
  { now }: Pick<ApiContext, 'now'>,
  userId: string,
  method: string,
): Promise<string> {
  const token = createToken();
  await insertTwoFactorChallenge(tx, {
    tokenSha256: hashToken(token),
    userId,
    method,
    createdAt: dateOf(now()),
    expiresAt: dateOf(now().add({ minutes: CHALLENGE_TTL_MINUTES })),
  });
  return token;
}

/** Gives the browser a pending sign-in. */
export function setChallengeCookie({ cookies }: Pick<ApiContext, 'cookies'>, token: string): void {
  cookies.set(COOKIE, token, CHALLENGE_TTL_MINUTES * 60);
}

/** Whether this browser is in the middle of signing in. */
export async function hasTwoFactorChallenge(db: Db, { cookies, now }: ChallengeContext): Promise<boolean> {
  const token = cookies.get(COOKIE);
  return token !== undefined && hasValidTwoFactorChallenge(db, hashToken(token), MAX_CODE_ATTEMPTS, dateOf(now()));
}

/**
 * Counts a code that was typed, whatever comes of it, and answers whose sign-in it is for. Throws GONE when that is over.
 * Outside a transaction, so that the count stays.
 */
export async function recordChallengeAttempt(db: Db, { cookies, now }: ChallengeContext) {
  const token = cookies.get(COOKIE);
  const pending = token && (await incrementChallengeAttempts(db, hashToken(token), MAX_CODE_ATTEMPTS, dateOf(now())));
  if (!pending) {
    if (token) cookies.clear(COOKIE);
    throw new AppError('GONE', CHALLENGE_EXPIRED_MESSAGE);
  }
  return pending;
}

/** Uses the pending sign-in of this browser up. Throws GONE when it is over: of two at once, one gets through. */
export async function consumeTwoFactorChallenge(tx: Transaction, { cookies }: ChallengeContext): Promise<void> {
  const token = cookies.get(COOKIE);
  if (!token || !(await deleteTwoFactorChallenge(tx, hashToken(token))))
    throw new AppError('GONE', CHALLENGE_EXPIRED_MESSAGE);
}

/** Takes the pending sign-in's cookie from a browser that has one. */
export function clearChallengeCookie({ cookies }: Pick<ApiContext, 'cookies'>): void {
  if (cookies.get(COOKIE)) cookies.clear(COOKIE);
}
