import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '../../contract.ts';
import { findSignInState, getUser } from '../../queries.ts';
import { createTwoFactorChallenge, setChallengeCookie } from '../../two-factor/actions/challenge.ts';
import { setSessionCookie, type NewSession, createSession } from './sessions.ts';

/** A completed sign-in. */
export interface SignedInResult {
  readonly state: 'signed_in';
  readonly user: User;
  readonly session: NewSession;
}

/** Result of the first factor: a session, or a two-factor challenge. */
export type SignInResult = SignedInResult | { readonly state: 'two_factor_required'; readonly token: string };

type SignInContext = Pick<ApiContext, 'client' | 'now' | 'actor'>;

/**
 * Signs in a user after the first factor (password or provider), or creates a challenge if they use two-factor
 * authentication. Throws FORBIDDEN for a disabled account.
 */
export async function signInOrChallenge(
  tx: Transaction,
  context: SignInContext,
  who: { id: string; email: string },
  method: string,
): Promise<SignInResult> {
  const { twoStepSince } = await getActiveUser(tx, who.id);
  if (!twoStepSince) return signInUser(tx, context, who, method);
  return { state: 'two_factor_required', token: await createTwoFactorChallenge(tx, context, who.id, method) };
}

/**
 * Creates the session of a fully authenticated user: both factors, or a passkey, which counts as two. Throws FORBIDDEN
 * for a disabled account.
 */
export async function signInUser(
  tx: Transaction,
  context: SignInContext,
  who: { id: string; email: string },
  method: string,
): Promise<SignedInResult> {
  await getActiveUser(tx, who.id);
  const session = await createSession(tx, context, who, method);
  return { state: 'signed_in', session, user: await getUser(tx, who.id) };
}

async function getActiveUser(tx: Transaction, userId: string) {
  const user = await findSignInState(tx, userId);
  if (!user) throw new AppError('NOT_FOUND', 'This account does not exist.');
  if (user.disabledAt) {
    throw new AppError('FORBIDDEN', 'This account is disabled. Write to us if you think that this is a mistake.');
  }
  return user;
}

/**
 * Sets the cookies and returns the response after the transaction commits: the signed-in user, or a request for a code.
 */
export function respondWithSignInResult(
  context: Pick<ApiContext, 'cookies' | 'now' | 'encryption'>,
  admission: SignInResult,
) {
  if (admission.state === 'signed_in') return { state: admission.state, ...respondWithSession(context, admission) };
  setChallengeCookie(context, admission.token);
  return { state: admission.state };
}

/** Sets the session cookie and returns the response for a completed sign-in. */
export function respondWithSession(
  context: Pick<ApiContext, 'cookies' | 'now' | 'encryption'>,
  { user, session }: SignedInResult,
) {
  setSessionCookie(context, session);
  return { user, expiresAt: session.expiresAt.toString() };
}
