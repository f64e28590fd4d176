import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { twoFactorChallenges } from '../../tables.ts';
import { deleteTwoFactorChallenge, hasValidTwoFactorChallenge, incrementChallengeAttempts } from '../queries.ts';

/** Cookie that contains the token of a pending two-factor challenge. */
const COOKIE = 'second-step';

/** Lifetime of a challenge, in minutes. */
const CHALLENGE_TTL_MINUTES = 10;

const CHALLENGE_EXPIRED_MESSAGE = 'This sign-in has expired or had too many wrong codes. Sign in again.';

/** Creates a challenge after the first factor and returns its token. */
export async function createTwoFactorChallenge(
  tx: Transaction,
  { now }: Pick<ApiContext, 'now'>,
  userId: string,
  signInMethod: string,
) {
  const token = createToken();
  await tx.insert(twoFactorChallenges).values({
    tokenHash: hashToken(token),
    userId,
    signInMethod,
    createdAt: toDate(now()),
    expiresAt: toDate(now().add({ minutes: CHALLENGE_TTL_MINUTES })),
  });
  return token;
}

export function setChallengeCookie({ cookies }: Pick<ApiContext, 'cookies'>, token: string): void {
  cookies.set(COOKIE, token, CHALLENGE_TTL_MINUTES * 60);
}

/** Returns whether this browser has a pending challenge. */
export async function hasTwoFactorChallenge({ db, cookies, now }: ApiContext): Promise<boolean> {
  const token = cookies.get(COOKIE);
  return token !== undefined && hasValidTwoFactorChallenge(db, hashToken(token), toDate(now()));
}

/**
 * Counts an attempt and returns the challenge's user. Throws GONE if it has expired. Runs outside a transaction so the
 * count persists.
 */
export async function recordChallengeAttempt({ db, cookies, now }: ApiContext) {
  const token = cookies.get(COOKIE);
  const pending = token && (await incrementChallengeAttempts(db, hashToken(token), toDate(now())));
  if (!pending) {
    if (token) cookies.clear(COOKIE);
    throw new AppError('GONE', CHALLENGE_EXPIRED_MESSAGE);
  }
  return pending;
}

/** Consumes this browser's challenge. Throws GONE if it has expired: only one of two concurrent calls succeeds. */
export async function consumeTwoFactorChallenge(tx: Transaction, { cookies }: ApiContext): Promise<void> {
  const token = cookies.get(COOKIE);
  if (!token || !(await deleteTwoFactorChallenge(tx, hashToken(token))))
    throw new AppError('GONE', CHALLENGE_EXPIRED_MESSAGE);
}

export function clearChallengeCookie({ cookies }: Pick<ApiContext, 'cookies'>): void {
  if (cookies.get(COOKIE)) cookies.clear(COOKIE);
}
