import { recordSecurityEvent } from '#features/security-events/actions.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { countTry, forgetTries } from '#platform/http/rate-limits.ts';
import { verifyPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import { findPassword, findSessionBeginning } from '../queries/user-changes.ts';
import { SIGN_INS_AT_ACCOUNT, SIGN_INS_BY_NETWORK } from './sign-in.ts';

/** A sign-in counts as fresh for so many minutes. */
export const FRESH_MINUTES = 15;

/**
 * Has whoever is signed in show once more that they are the account's holder, before something that would give it away
 * (OWASP ASVS 5.0, 7.5.1): by their password, whose tries count as those of signing in; who has none must have signed in
 * within the last 15 minutes. Throws BAD_REQUEST beside `field`, TOO_MANY_REQUESTS and FORBIDDEN.
 */
export async function proveSelf(
  context: Pick<ApiContext, 'db' | 'actor' | 'client' | 'now'>,
  typed: string | undefined,
  field: string,
): Promise<void> {
  const { db, client, now } = context;
  const { userId, email, sessionId } = signedInActor(context);
  const password = await findPassword(db, userId);
  if (!password) {
    const begun = await findSessionBeginning(db, userId, sessionId);
    if (begun && begun.getTime() + FRESH_MINUTES * 60_000 > now().epochMilliseconds) return;
    throw new AppError(
      'FORBIDDEN',
      `Sign out and in again first: this takes a sign-in of the last ${FRESH_MINUTES} minutes.`,
    );
  }
  if (!typed) throw new AppError('BAD_REQUEST', 'Password is required', { [field]: 'Password is required' });
  const account = email.toLowerCase();
  await countTry(db, SIGN_INS_BY_NETWORK, client.network, now());
  await countTry(db, SIGN_INS_AT_ACCOUNT, account, now());
  if (!(await verifyPassword(typed, password.hash))) {
    await recordSecurityEvent(db, context, 'sign-in-refused', { userId, email, detail: 'while signed in' });
    throw new AppError('BAD_REQUEST', 'This is not your password', { [field]: 'This is not your password' });
  }
  await forgetTries(db, SIGN_INS_AT_ACCOUNT, account);
}
