import { recordSecurityEvent } from '#features/security-events/actions.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { countTry, forgetTries, type RateLimit } from '#platform/http/rate-limits.ts';
import { verifyPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import { findSessionProof, updateSessionProof } from '../queries/sessions.ts';
import { findPasswordHash } from '../../queries/users.ts';
import { isFresh } from '../rules/sessions.ts';

/** Passwords typed to show once more who one is, by a person; as at signing in. */
const PROOFS: RateLimit = { name: 'identity proof', most: 5, seconds: 300, growing: true };

type ProofContext = Pick<ApiContext, 'db' | 'actor' | 'client' | 'now'>;

/**
 * Asks, before something that a thief of the session would do first, for a sign-in or a typed password of the last five
 * minutes. Throws FORBIDDEN otherwise; its field `currentPassword` tells a page to ask for the password, hand it to
 * {@link confirmPassword} and come again. Who has no password has to sign in anew. (OWASP ASVS 5.0, 7.5.1)
 */
export async function requireFreshSignIn(context: Pick<ApiContext, 'db' | 'actor' | 'now'>): Promise<void> {
  if (await hasFreshSignIn(context)) return;
  if (await findPasswordHash(context.db, signedInActor(context).userId)) {
    throw new AppError('FORBIDDEN', 'First show that it is you: type your password.', {
      currentPassword: 'Type your password',
    });
  }
  throw new AppError(
    'FORBIDDEN',
    'First show that it is you: sign out, sign in again, and come back within 5 minutes.',
  );
}

/** Whether who is signed in has shown within the last five minutes that it is them. */
export async function hasFreshSignIn(context: Pick<ApiContext, 'db' | 'actor' | 'now'>): Promise<boolean> {
  const provedAt = await findSessionProof(context.db, signedInActor(context).sessionId);
  return provedAt !== undefined && isFresh(Temporal.Instant.fromEpochMilliseconds(provedAt.getTime()), context.now());
}

/**
 * Asks for the password together with what it is to prove, in one form; who has none needs a fresh sign-in. Throws as the
 * two others do, with the password's refusals beside `field`.
 */
export async function proveSelf(context: ProofContext, typed: string | undefined, field: string): Promise<void> {
  if (!(await findPasswordHash(context.db, signedInActor(context).userId))) return requireFreshSignIn(context);
  if (!typed) throw new AppError('BAD_REQUEST', 'Password is required', { [field]: 'Password is required' });
  return confirmPassword(context, typed, field);
}

/**
 * Takes a typed password as proof that the session's own person is still there; it counts for five minutes. Throws
 * BAD_REQUEST beside `field` when it is wrong, TOO_MANY_REQUESTS, and CONFLICT without a password.
 */
export async function confirmPassword(
  context: ProofContext,
  password: string,
  field = 'currentPassword',
): Promise<void> {
  const { db, now } = context;
  const { userId, email, sessionId } = signedInActor(context);
  await countTry(db, PROOFS, userId, now());
  const hash = await findPasswordHash(db, userId);
  if (!hash) throw new AppError('CONFLICT', 'Your account has no password. Sign out and sign in again.');
  if (!(await verifyPassword(password, hash))) {
    await recordSecurityEvent(db, context, 'sign-in-refused', { userId, email, detail: 'password asked again' });
    throw new AppError('BAD_REQUEST', 'The password is not right', { [field]: 'The password is not right' });
  }
  await forgetTries(db, PROOFS, userId);
  await updateSessionProof(db, sessionId, new Date(now().epochMilliseconds));
}
