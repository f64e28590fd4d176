import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { getUser } from '../queries.ts';
import { signInOrChallenge } from '../sessions/actions/sessions.ts';
import { deleteSignInLink, findSignInLinkUser, replaceSignInLink } from './queries.ts';

/** Lifetime of a link, in minutes. */
export const SIGN_IN_LINK_MINUTES = 15;

const invalidLinkError = () =>
  new AppError('NOT_FOUND', 'This sign-in link was already used or has expired. Create a new one.');

/** Creates a user's one-time sign-in link, which voids the previous one, and returns its token. Stores only its hash. */
export async function createSignInLink({ db, now }: Pick<ApiContext, 'db' | 'now'>, userId: string): Promise<string> {
  const token = createToken();
  await replaceSignInLink(db, {
    userId,
    tokenHash: hashToken(token),
    createdAt: toDate(now()),
    expiresAt: toDate(now().add({ minutes: SIGN_IN_LINK_MINUTES })),
  });
  return token;
}

/** Returns the user of a link. Throws NOT_FOUND unless the link is valid. */
export async function getSignInLink({ db, now }: ApiContext, token: string): Promise<{ email: string }> {
  const user = await findSignInLinkUser(db, hashToken(token), toDate(now()));
  if (!user) throw invalidLinkError();
  return user;
}

/**
 * Consumes a link in place of the password; two-factor authentication is still required. Throws NOT_FOUND unless it is
 * valid: of two concurrent calls, one succeeds.
 */
export async function signInWithLink(tx: Transaction, context: ApiContext, token: string) {
  const userId = await deleteSignInLink(tx, hashToken(token), toDate(context.now()));
  if (userId === undefined) throw invalidLinkError();
  return signInOrChallenge(tx, context, await getUser(tx, userId), 'link');
}
