import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { Actor, ApiContext } from '#platform/api/context.ts';
import { toDate, toInstant } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { findSignInState, getUser } from '../../queries.ts';
import { sessions } from '../../tables.ts';
import {
  clearChallengeCookie,
  createTwoFactorChallenge,
  setChallengeCookie,
} from '../../two-factor/actions/challenge.ts';
import { deleteSession, findSessionByToken, updateSession } from '../queries.ts';
import { extendSessionExpiry, getSessionExpiry, shouldUpdateActivity } from '../rules/sessions.ts';
import { rememberDevice } from './device-cookie.ts';

/** Cookie that contains the session token. */
export const SESSION_COOKIE = 'session';

type SignInContext = Pick<ApiContext, 'client' | 'now' | 'actor'>;
type ResponseContext = Pick<ApiContext, 'cookies' | 'now' | 'encryption'>;
type SessionCookieContext = Pick<ApiContext, 'cookies' | 'now'>;

/** A new session. Its token is set as a cookie after the transaction commits. */
type NewSession = Awaited<ReturnType<typeof signInUser>>;

/** Result of the first factor: a session, or a two-factor challenge. */
export type SignInResult = NewSession | { readonly state: 'two_factor_required'; readonly token: string };

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
  const { twoFactorEnabledAt } = await getActiveUser(tx, who.id);
  if (!twoFactorEnabledAt) return signInUser(tx, context, who, method);
  return { state: 'two_factor_required', token: await createTwoFactorChallenge(tx, context, who.id, method) };
}

/**
 * Creates the session of a fully authenticated user (both factors, or a passkey, which counts as two), with a new token
 * (OWASP ASVS 5.0, 7.2.4), and ends this browser's previous one. Throws FORBIDDEN for a disabled account.
 */
export async function signInUser(
  tx: Transaction,
  { actor, client, now }: SignInContext,
  { id: userId, email }: { id: string; email: string },
  signInMethod: string,
) {
  await getActiveUser(tx, userId);
  const token = createToken();
  const signedInAt = now();
  const { expiresAt, endsAt } = getSessionExpiry(signedInAt);
  if (actor.role !== 'visitor') await deleteSession(tx, actor.userId, actor.sessionId);
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    signInMethod,
    ip: client.ip,
    userAgent: client.userAgent,
    createdAt: toDate(signedInAt),
    lastActiveAt: toDate(signedInAt),
    lastAuthenticatedAt: toDate(signedInAt),
    expiresAt: toDate(expiresAt),
    absoluteExpiresAt: toDate(endsAt),
  });
  await recordSecurityEvent(tx, { client, now }, 'signed_in', { userId, email, detail: signInMethod });
  return { state: 'signed_in' as const, token, expiresAt, endsAt, user: await getUser(tx, userId) };
}

async function getActiveUser(tx: Transaction, userId: string) {
  const user = await findSignInState(tx, userId);
  if (!user) throw new AppError('NOT_FOUND', 'This account doesn’t exist.');
  if (user.disabledAt) {
    throw new AppError('FORBIDDEN', 'This account is disabled. If you think this is a mistake, contact the owner.');
  }
  return user;
}

/**
 * Sets the cookies and returns the response after the transaction commits: the signed-in user, or a request for a code.
 */
export function respondWithSignInResult(context: ResponseContext, result: SignInResult) {
  if (result.state === 'signed_in') return { state: result.state, ...respondWithSession(context, result) };
  setChallengeCookie(context, result.token);
  return { state: result.state };
}

/** Sets the session cookie, clears the pending challenge and returns the response for a completed sign-in. */
export function respondWithSession(context: ResponseContext, { user, token, expiresAt, endsAt }: NewSession) {
  clearChallengeCookie(context);
  context.cookies.set(SESSION_COOKIE, token, Math.floor(context.now().until(endsAt).total('seconds')));
  rememberDevice(context, user.id);
  return { user, expiresAt: expiresAt.toString() };
}

async function findSessionByCookie(db: Db, { cookies, now }: SessionCookieContext) {
  const token = cookies.get(SESSION_COOKIE);
  return token ? findSessionByToken(db, hashToken(token), toDate(now())) : undefined;
}

/** Returns the actor of a request from its session cookie; a visitor without a valid session. */
export async function authenticateRequest(db: Db, source: SessionCookieContext): Promise<Actor> {
  const session = await findSessionByCookie(db, source);
  if (!session) return { role: 'visitor' };
  if (shouldUpdateActivity(toInstant(session.seenAt), source.now())) await touchSession(db, session, source.now());
  const { id: userId, email, role } = session.user;
  return { role, userId, email, sessionId: session.id };
}

/** Returns the signed-in user, if any, and when the session expires unless used again. */
export async function getCurrentSession(context: ApiContext) {
  const session = await findSessionByCookie(context.db, context);
  if (!session) return { user: null, expiresAt: null };
  return { user: { ...session.user, avatar: session.avatar }, expiresAt: toInstant(session.expiresAt).toString() };
}

/** Extends the session and returns its new expiry. Throws UNAUTHORIZED if it has ended. */
export async function refreshSession(context: ApiContext) {
  const session = await findSessionByCookie(context.db, context);
  if (!session) throw new AppError('UNAUTHORIZED', 'Sign in first.');
  return { expiresAt: (await touchSession(context.db, session, context.now())).toString() };
}

async function touchSession(db: Db, { id, endsAt }: { id: string; endsAt: Date }, now: Temporal.Instant) {
  const end = extendSessionExpiry(now, toInstant(endsAt));
  await updateSession(db, id, { lastActiveAt: toDate(now), expiresAt: toDate(end) });
  return end;
}

export async function signOut(tx: Transaction, context: Pick<ApiContext, 'actor' | 'client' | 'now'>): Promise<void> {
  if (context.actor.role === 'visitor') return;
  const { userId, email, sessionId } = context.actor;
  await deleteSession(tx, userId, sessionId);
  await recordSecurityEvent(tx, context, 'signed_out', { userId, email });
}

/** Clears the session cookie and the browser's cache. */
export function clearSessionCookie({ cookies, responseHeaders }: ApiContext): void {
  cookies.clear(SESSION_COOKIE);
  // Not "storage", which would delete the theme, nor "cookies", which would delete unrelated ones.
  responseHeaders['clear-site-data'] = '"cache"';
}
