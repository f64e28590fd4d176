import { recordSecurityEvent } from '#features/security-events/actions.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { countTry, type RateLimit, TooOften } from '#platform/http/rate-limits.ts';
import { hashPassword, verifyPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import { findNewestRegistration } from '../queries/registrations.ts';
import { findUserToSignIn } from '../queries/users.ts';

/** Tries at one account, whoever makes them (security page, "Limits"). */
export const SIGN_INS_AT_ACCOUNT: RateLimit = { name: 'sign-in', most: 5, seconds: 300, growing: true };

/** Tries by one network, at whatever accounts and by whatever means. */
export const SIGN_INS_BY_NETWORK: RateLimit = { name: 'sign-in network', most: 10, seconds: 60, growing: true };

/** What stands in for the password of an account that is not there, so that it takes as long to be refused. */
let standIn: Promise<string> | undefined;

/**
 * Checks an e-mail and a password and answers whose they are. Refuses with the same words, after the same work, whether
 * the account is unknown or the password wrong. Throws UNAUTHORIZED, TOO_MANY_REQUESTS, and FORBIDDEN to who knows the
 * password of an account that is disabled, or the one that the address was last registered with and not confirmed.
 */
export async function checkSignIn(
  context: Pick<ApiContext, 'db' | 'client' | 'now'>,
  input: { email: string; password: string },
): Promise<{ id: string; email: string }> {
  const { db, client, now } = context;
  const email = input.email.toLowerCase();
  await countTry(db, SIGN_INS_BY_NETWORK, client.network, now());
  try {
    await countTry(db, SIGN_INS_AT_ACCOUNT, email, now());
  } catch (error) {
    if (error instanceof TooOften && error.begins) await recordSecurityEvent(db, context, 'sign-in-blocked', { email });
    throw error;
  }
  const [user, waiting] = await Promise.all([
    findUserToSignIn(db, email),
    findNewestRegistration(db, email, new Date(now().epochMilliseconds)),
  ]);
  const other = await (standIn ??= hashPassword('nobody’s'));
  const own = await verifyPassword(input.password, user?.password ?? other);
  // Judged with and without an account: else whoever registers an address would be told here whether it had one.
  const asked = waiting !== undefined && (await verifyPassword(input.password, waiting.password ?? other));
  if (!user?.password || !own) {
    await recordSecurityEvent(db, context, 'sign-in-refused', { email, ...(user ? { userId: user.id } : {}) });
    if (waiting?.password && asked) {
      throw new AppError('FORBIDDEN', 'Confirm your address first: open the link in the mail that we sent you.');
    }
    throw new AppError('UNAUTHORIZED', 'The e-mail or the password is not right.');
  }
  if (user.disabledAt) {
    throw new AppError('FORBIDDEN', 'This account is disabled. Write to us if you think that this is a mistake.');
  }
  return { id: user.id, email: user.email };
}
