import { recordSecurityEvent } from '#features/security-events/actions.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { consumeRateLimit, resetRateLimit, type RateLimit, RateLimitError } from '#platform/http/rate-limits.ts';
import { hashPassword, verifyPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import { findLatestRegistration } from '../../registration/queries/registrations.ts';
import { findUserByEmail } from '../../queries/users.ts';
import { knownDevice } from '../../sessions/actions/device-cookie.ts';

/** Attempts at one account from browsers that have not signed in to it before (security page, "Limits"). */
const SIGN_IN_ACCOUNT_LIMIT: RateLimit = { name: 'sign-in', maxAttempts: 5, windowSeconds: 300, hasBackoff: true };

/** Tries by one network, at whatever accounts and by whatever means. */
export const SIGN_IN_NETWORK_LIMIT: RateLimit = {
  name: 'sign-in network',
  maxAttempts: 10,
  windowSeconds: 60,
  hasBackoff: true,
};

/** Attempts from one browser that has signed in to the account before. */
const SIGN_INS_BY_DEVICE: RateLimit = { name: 'sign-in device', maxAttempts: 5, windowSeconds: 300, hasBackoff: true };

type SignInContext = Pick<ApiContext, 'db' | 'client' | 'now' | 'cookies' | 'encryption'>;

const deviceKey = (userId: string, device: string) => `${userId} ${device}`;

/** Throws TOO_MANY_REQUESTS. Strangers share the budgets of their network and of the account; a known device has its own. */
async function countSignIn(context: SignInContext, email: string, user: { id: string } | undefined): Promise<void> {
  const { db, client, now } = context;
  const device = user && knownDevice(context, user.id);
  try {
    if (device) return await consumeRateLimit(db, SIGN_INS_BY_DEVICE, deviceKey(user.id, device), now());
    await consumeRateLimit(db, SIGN_IN_NETWORK_LIMIT, client.network, now());
    await consumeRateLimit(db, SIGN_IN_ACCOUNT_LIMIT, email, now());
  } catch (error) {
    if (error instanceof RateLimitError && error.isFirstRejection)
      await recordSecurityEvent(db, context, 'sign-in-blocked', { email });
    throw error;
  }
}

/** Gives a person who has signed in all attempts back; those that strangers used up stay used up for strangers. */
export async function forgetSignIns(
  db: Db,
  context: Pick<ApiContext, 'cookies' | 'encryption'>,
  user: { id: string; email: string },
): Promise<void> {
  const device = knownDevice(context, user.id);
  if (device) return resetRateLimit(db, SIGN_INS_BY_DEVICE, deviceKey(user.id, device));
  return resetRateLimit(db, SIGN_IN_ACCOUNT_LIMIT, user.email.toLowerCase());
}

/** What stands in for the password of an account that is not there, so that it takes as long to be refused. */
let dummyPasswordHash: Promise<string> | undefined;

/**
 * Checks an e-mail and a password and answers whose they are. Refuses with the same words, after the same work, whether
 * the account is unknown or the password wrong. Throws UNAUTHORIZED, TOO_MANY_REQUESTS, and FORBIDDEN to who knows the
 * password of an account that is disabled, or the one that the address was last registered with and not confirmed.
 */
export async function verifyCredentials(
  context: SignInContext,
  input: { email: string; password: string },
): Promise<{ id: string; email: string }> {
  const { db, now } = context;
  const email = input.email.toLowerCase();
  const user = await findUserByEmail(db, email);
  await countSignIn(context, email, user);
  const waiting = await findLatestRegistration(db, email, new Date(now().epochMilliseconds));
  const other = await (dummyPasswordHash ??= hashPassword('nobody’s'));
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
