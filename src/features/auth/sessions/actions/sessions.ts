import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { Actor, ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '../../contract.ts';
import { deleteSession, findSessionByToken, insertSession, updateSessionActivity } from '../queries.ts';
import { getSessionExpiry, extendSessionExpiry, shouldUpdateActivity } from '../rules/sessions.ts';
import { rememberDevice } from './device-cookie.ts';
import { clearChallengeCookie } from '../../two-factor/actions/challenge.ts';

/** Cookie that holds the session token. */
const COOKIE = 'session';

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);
const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime());

/**
 * Creates a session with a new token (OWASP ASVS 5.0, 7.2.4) and ends this browser's previous one. `method` is how the
 * user signed in.
 */
export async function createSession(
  tx: Transaction,
  context: Pick<ApiContext, 'client' | 'now' | 'actor'>,
  user: { id: string; email: string },
  signInMethod: string,
) {
  const now = context.now();
  const token = createToken();
  const ends = getSessionExpiry(now);
  if (context.actor.role !== 'visitor') await deleteSession(tx, context.actor.userId, context.actor.sessionId);
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId: user.id,
    signInMethod,
    ip: context.client.ip,
    userAgent: context.client.userAgent,
    createdAt: dateOf(now),
    lastActiveAt: dateOf(now),
    lastAuthenticatedAt: dateOf(now),
    expiresAt: dateOf(ends.expiresAt),
    absoluteExpiresAt: dateOf(ends.endsAt),
  });
  await recordSecurityEvent(tx, context, 'signed_in', { userId: user.id, email: user.email, detail: signInMethod });
  return { token, userId: user.id, ...ends };
}

/** A created session; its token is set as a cookie after the transaction commits. */
export type NewSession = Awaited<ReturnType<typeof createSession>>;

/** Sets the session cookie and clears the pending two-factor challenge. */
export function setSessionCookie(
  context: Pick<ApiContext, 'cookies' | 'now' | 'encryption'>,
  session: NewSession,
): void {
  const { cookies, now } = context;
  clearChallengeCookie({ cookies });
  cookies.set(COOKIE, session.token, Math.floor(now().until(session.endsAt).total('seconds')));
  rememberDevice(context, session.userId);
}

type SessionCookieContext = Pick<ApiContext, 'cookies' | 'now'>;

async function findSessionByCookie(db: Db, { cookies, now }: SessionCookieContext) {
  const token = cookies.get(COOKIE);
  return token ? findSessionByToken(db, hashToken(token), dateOf(now())) : undefined;
}

/** Returns the actor of a request from its session cookie; a visitor without a valid session. */
export async function authenticateRequest(db: Db, source: SessionCookieContext): Promise<Actor> {
  const session = await findSessionByCookie(db, source);
  if (!session) return { role: 'visitor' };
  if (shouldUpdateActivity(instantOf(session.seenAt), source.now())) await touchSession(db, session, source.now());
  const { id: userId, email, role } = session.user;
  return { role, userId, email, sessionId: session.id };
}

/** Returns the user of the request's session and when it expires unless used again. */
export async function findCurrentSession(
  db: Db,
  source: SessionCookieContext,
): Promise<{ user: User; expiresAt: Temporal.Instant } | undefined> {
  const session = await findSessionByCookie(db, source);
  if (!session) return undefined;
  return { user: { ...session.user, avatar: session.avatar }, expiresAt: instantOf(session.expiresAt) };
}

/** Extends the session and returns its new expiry. Throws UNAUTHORIZED if it has ended. */
export async function refreshSession(db: Db, source: SessionCookieContext): Promise<Temporal.Instant> {
  const session = await findSessionByCookie(db, source);
  if (!session) throw new AppError('UNAUTHORIZED', 'Sign in first.');
  return touchSession(db, session, source.now());
}

async function touchSession(
  db: Db,
  session: { id: string; endsAt: Date },
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  const end = extendSessionExpiry(now, instantOf(session.endsAt));
  await updateSessionActivity(db, session.id, dateOf(now), dateOf(end));
  return end;
}

export async function signOut(tx: Transaction, context: Pick<ApiContext, 'actor' | 'client' | 'now'>): Promise<void> {
  if (context.actor.role === 'visitor') return;
  const { userId, email, sessionId } = context.actor;
  await deleteSession(tx, userId, sessionId);
  await recordSecurityEvent(tx, context, 'signed_out', { userId, email });
}

/** Clears the session cookie and the browser's cache. */
export function clearSessionCookie({
  cookies,
  responseHeaders,
}: Pick<ApiContext, 'cookies' | 'responseHeaders'>): void {
  cookies.clear(COOKIE);
  // Not "storage", which would delete the theme, nor "cookies", which would delete unrelated ones.
  responseHeaders['clear-site-data'] = '"cache"';
}
