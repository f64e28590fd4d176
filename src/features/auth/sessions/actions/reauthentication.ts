import { recordSecurityEvent } from '#features/security-events/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate, toInstant } from '#platform/database/dates.ts';
import { consumeRateLimit, resetRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { verifyPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import { findLastAuthenticatedAt, updateSession } from '../queries.ts';
import { findPasswordCredential } from '../../queries.ts';
import { isRecentlyAuthenticated } from '../rules/sessions.ts';

/** Password attempts per user to reauthenticate; the same limit as at sign-in. */
const REAUTHENTICATION_RATE_LIMIT: RateLimit = {
  name: 'identity proof',
  maxAttempts: 5,
  windowSeconds: 300,
  hasBackoff: true,
};

type ReauthenticationContext = Pick<ApiContext, 'db' | 'actor' | 'client' | 'now'>;

/**
 * Requires a sign-in or reauthentication within the last five minutes (OWASP ASVS 5.0, 7.5.1). Throws UNAUTHORIZED if
 * the session has ended, and otherwise FORBIDDEN, whose field `currentPassword` asks the page to call
 * {@link reauthenticateWithPassword} and retry. Users without a password have to sign in again.
 */
export async function requireRecentAuthentication(context: Pick<ApiContext, 'db' | 'actor' | 'now'>): Promise<void> {
  const { userId, sessionId } = requireUser(context);
  const provedAt = await findLastAuthenticatedAt(context.db, sessionId);
  // Another request may have ended the session or deleted the account.
  if (!provedAt) throw new AppError('UNAUTHORIZED', 'Sign in first.');
  if (isRecentlyAuthenticated(toInstant(provedAt), context.now())) return;
  if (await findPasswordCredential(context.db, userId)) {
    throw new AppError('FORBIDDEN', 'Enter your password to continue.', { currentPassword: 'Enter your password' });
  }
  throw new AppError('FORBIDDEN', 'To continue, sign out, sign in again and come back within 5 minutes.');
}

/** Returns whether the current user has authenticated within the last five minutes. */
export async function hasRecentAuthentication(context: Pick<ApiContext, 'db' | 'actor' | 'now'>): Promise<boolean> {
  const provedAt = await findLastAuthenticatedAt(context.db, requireUser(context).sessionId);
  return provedAt !== undefined && isRecentlyAuthenticated(toInstant(provedAt), context.now());
}

/**
 * Verifies the password submitted with the form; users without one need a recent sign-in. Throws the errors of
 * `requireRecentAuthentication` and `reauthenticateWithPassword`, with password errors on `field`.
 */
export async function requirePasswordOrRecentAuthentication(
  context: ReauthenticationContext,
  typed: string | undefined,
  field: string,
): Promise<void> {
  const credential = await findPasswordCredential(context.db, requireUser(context).userId);
  if (!credential) return requireRecentAuthentication(context);
  if (!typed) throw new AppError('BAD_REQUEST', 'Password is required', { [field]: 'Password is required' });
  return checkPassword(context, typed, credential.hash, field);
}

/**
 * Verifies the current user's password, which counts for five minutes. Throws BAD_REQUEST on `currentPassword` if it is
 * wrong, TOO_MANY_REQUESTS, and CONFLICT for users without a password.
 */
export async function reauthenticateWithPassword(context: ReauthenticationContext, password: string): Promise<void> {
  const credential = await findPasswordCredential(context.db, requireUser(context).userId);
  if (!credential) throw new AppError('CONFLICT', 'Your account doesn’t have a password. Sign out and sign in again.');
  return checkPassword(context, password, credential.hash, 'currentPassword');
}

async function checkPassword(context: ReauthenticationContext, typed: string, hash: string, field: string) {
  const { db, now } = context;
  const { userId, email, sessionId } = requireUser(context);
  await consumeRateLimit(db, REAUTHENTICATION_RATE_LIMIT, userId, now());
  if (!(await verifyPassword(typed, hash))) {
    await recordSecurityEvent(db, context, 'sign_in_failed', { userId, email, detail: 'password confirmation' });
    throw new AppError('BAD_REQUEST', 'Incorrect password', { [field]: 'Incorrect password' });
  }
  await resetRateLimit(db, REAUTHENTICATION_RATE_LIMIT, userId);
  await updateSession(db, sessionId, { lastAuthenticatedAt: toDate(now()) });
}
