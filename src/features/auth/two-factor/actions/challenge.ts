import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { makeToken, tokenHash } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import {
  deletePendingSignIn,
  hasPendingSignIn,
  insertPendingSignIn,
  updatePendingTries,
} from '../queries/challenges.ts';

/** The cookie that holds a pending sign-in's token. */
const COOKIE = 'second-step';

/** How long a code may take, in minutes. */
const MINUTES = 10;

/** So many codes may be typed at one sign-in. */
export const MOST_CODES = 5;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

const goneSentence = 'This sign-in is over: it takes ten minutes and five codes at most. Sign in again.';

type StepSource = Pick<ApiContext, 'cookies' | 'now'>;

/** Notes that a person's first step is done, and answers the token that stands for it. */
export async function beginSecondStep(
  tx: Transaction,
  { now }: Pick<ApiContext, 'now'>,
  userId: string,
  method: string,
): Promise<string> {
  const token = makeToken();
  await insertPendingSignIn(tx, {
    tokenSha256: tokenHash(token),
    userId,
    method,
    createdAt: dateOf(now()),
    expiresAt: dateOf(now().add({ minutes: MINUTES })),
  });
  return token;
}

/** Gives the browser a pending sign-in. */
export function handOverSecondStep({ cookies }: Pick<ApiContext, 'cookies'>, token: string): void {
  cookies.set(COOKIE, token, MINUTES * 60);
}

/** Whether this browser is in the middle of signing in. */
export async function isSecondStepPending(db: Db, { cookies, now }: StepSource): Promise<boolean> {
  const token = cookies.get(COOKIE);
  return token !== undefined && hasPendingSignIn(db, tokenHash(token), MOST_CODES, dateOf(now()));
}

/**
 * Counts a code that was typed, whatever comes of it, and answers whose sign-in it is for. Throws GONE when that is over.
 * Outside a transaction, so that the count stays.
 */
export async function countSecondStepTry(db: Db, { cookies, now }: StepSource) {
  const token = cookies.get(COOKIE);
  const pending = token && (await updatePendingTries(db, tokenHash(token), MOST_CODES, dateOf(now())));
  if (!pending) {
    if (token) cookies.clear(COOKIE);
    throw new AppError('GONE', goneSentence);
  }
  return pending;
}

/** Uses the pending sign-in of this browser up. Throws GONE when it is over: of two at once, one gets through. */
export async function endSecondStep(tx: Transaction, { cookies }: StepSource): Promise<void> {
  const token = cookies.get(COOKIE);
  if (!token || !(await deletePendingSignIn(tx, tokenHash(token)))) throw new AppError('GONE', goneSentence);
}

/** Takes the pending sign-in's cookie from a browser that has one. */
export function takeSecondStepBack({ cookies }: Pick<ApiContext, 'cookies'>): void {
  if (cookies.get(COOKIE)) cookies.clear(COOKIE);
}
