import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '../../contract.ts';
import { findSignInState, getUser } from '../../queries/users.ts';
import { createTwoFactorChallenge, setChallengeCookie } from '../../two-factor/actions/challenge.ts';
import { setSessionCookie, type NewSession, createSession } from './sessions.ts';

/** Somebody who was let in. */
export interface SignedInResult {
  readonly state: 'signed-in';
  readonly user: User;
  readonly session: NewSession;
}

/** What came of showing who one is: a session, or the question for a code. */
export type SignInResult = SignedInResult | { readonly state: 'second-step'; readonly token: string };

type SignInContext = Pick<ApiContext, 'client' | 'now' | 'actor'>;

/**
 * Lets somebody in who has shown who they are; `method` is how they did. The one way in by a password or a provider:
 * whoever signs in in two steps gets no session yet, but is asked for a code. Throws FORBIDDEN for a disabled account.
 */
export async function signInOrChallenge(
  tx: Transaction,
  context: SignInContext,
  who: { id: string; email: string },
  method: string,
): Promise<SignInResult> {
  const { twoStepSince } = await getActiveUser(tx, who.id);
  if (!twoStepSince) return signInUser(tx, context, who, method);
  return { state: 'second-step', token: await createTwoFactorChallenge(tx, context, who.id, method) };
}

/**
 * Begins the session of somebody who has shown all that is asked of them: both steps, or a passkey, which is two in one.
 * Throws FORBIDDEN for a disabled account.
 */
export async function signInUser(
  tx: Transaction,
  context: SignInContext,
  who: { id: string; email: string },
  method: string,
): Promise<SignedInResult> {
  await getActiveUser(tx, who.id);
  const session = await createSession(tx, context, who, method);
  return { state: 'signed-in', session, user: await getUser(tx, who.id) };
}

async function getActiveUser(tx: Transaction, userId: string) {
  const user = await findSignInState(tx, userId);
  if (!user) throw new AppError('NOT_FOUND', 'This account does not exist.');
  if (user.disabledAt) {
    throw new AppError('FORBIDDEN', 'This account is disabled. Write to us if you think that this is a mistake.');
  }
  return user;
}

/** What the browser is told and given, once the transaction is through: who is signed in, or that a code is asked for. */
export function respondWithSignInResult(
  context: Pick<ApiContext, 'cookies' | 'now' | 'encryption'>,
  admission: SignInResult,
) {
  if (admission.state === 'signed-in') return { state: admission.state, ...respondWithSession(context, admission) };
  setChallengeCookie(context, admission.token);
  return { state: admission.state };
}

/** The same for who was let in. */
export function respondWithSession(
  context: Pick<ApiContext, 'cookies' | 'now' | 'encryption'>,
  { user, session }: SignedInResult,
) {
  setSessionCookie(context, session);
  return { user, expiresAt: session.expiresAt.toString() };
}
