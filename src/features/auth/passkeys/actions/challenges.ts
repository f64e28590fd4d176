import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { deleteChallenge, deleteExpiredChallenges, insertChallenge } from '../queries.ts';

/** The cookie by which a browser is known again. Several tabs share it, each with a challenge of its own. */
const COOKIE = 'passkey';

/** How long an authenticator may take, in minutes. */
export const CHALLENGE_TTL_MINUTES = 5;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

type ChallengeContext = Pick<ApiContext, 'cookies' | 'now'>;

/** Gives this browser a challenge (base64url) to have signed, for the person who adds a passkey; null at a sign-in. */
export async function createChallenge(
  db: Db,
  { cookies, now }: ChallengeContext,
  challenge: string,
  userId: string | null,
): Promise<void> {
  const held = cookies.get(COOKIE);
  const browser = held && /^[\w-]{43}$/.test(held) ? held : createToken();
  const expiresAt = dateOf(now().add({ minutes: CHALLENGE_TTL_MINUTES }));
  await insertChallenge(db, { challenge, browserSha256: hashToken(browser), userId, expiresAt });
  cookies.set(COOKIE, browser, CHALLENGE_TTL_MINUTES * 60);
}

/**
 * Uses up the challenge that an authenticator says it has signed, and answers it. Throws GONE unless it was given to this
 * browser, for this person, in the last minutes, and was not used before.
 */
export async function consumeChallenge(
  db: Db,
  { cookies, now }: ChallengeContext,
  clientDataJSON: string,
  userId: string | null,
): Promise<string> {
  const browser = cookies.get(COOKIE);
  const challenge = parseChallenge(clientDataJSON);
  const known =
    browser && challenge && (await deleteChallenge(db, challenge, hashToken(browser), userId, dateOf(now())));
  if (!known) throw new AppError('GONE', 'This took too long. Try again.');
  return challenge;
}

/** What an authenticator's client says that was signed. Not to be believed before the signature is checked. */
function parseChallenge(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined;
    return typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Drops challenges whose time is over. */
export async function cleanupPasskeyChallenges(db: Db, now: Temporal.Instant): Promise<void> {
  await deleteExpiredChallenges(db, dateOf(now));
}
