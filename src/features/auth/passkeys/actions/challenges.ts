import { z } from 'zod';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import { parseJson } from '#shared/parse-json.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { passkeyChallenges } from '../../tables.ts';
import { deleteChallenge } from '../queries.ts';

/** Cookie that binds challenges to a browser. Tabs share it, each with its own challenge. */
const COOKIE = 'passkey';

/** Lifetime of a challenge, in minutes. */
export const CHALLENGE_TTL_MINUTES = 5;

/** Issues a challenge (base64url) to this browser, for the user who adds a passkey; `userId` is null at sign-in. */
export async function createChallenge({ db, cookies, now }: ApiContext, challenge: string, userId: string | null) {
  const held = cookies.get(COOKIE);
  const browser = held && /^[\w-]{43}$/.test(held) ? held : createToken();
  const expiresAt = toDate(now().add({ minutes: CHALLENGE_TTL_MINUTES }));
  await db.insert(passkeyChallenges).values({ challenge, browserTokenHash: hashToken(browser), userId, expiresAt });
  cookies.set(COOKIE, browser, CHALLENGE_TTL_MINUTES * 60);
}

/**
 * Consumes the signed challenge and returns it. Throws GONE unless it was issued to this browser for this user, is
 * unexpired and unused.
 */
export async function consumeChallenge(
  { db, cookies, now }: ApiContext,
  clientDataJSON: string,
  userId: string | null,
) {
  const browser = cookies.get(COOKIE);
  const challenge = parseChallenge(clientDataJSON);
  const known =
    browser && challenge && (await deleteChallenge(db, challenge, hashToken(browser), userId, toDate(now())));
  if (!known) throw new AppError('GONE', 'This took too long. Try again.');
  return challenge;
}

const clientData = z.object({ challenge: z.string() });

/** Reads the challenge from `clientDataJSON`. Untrusted until the signature is verified. */
function parseChallenge(clientDataJSON: string): string | undefined {
  return clientData.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).data?.challenge;
}
