import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db } from '#platform/database/database.ts';
import { consumeRateLimit, resetRateLimit, type RateLimit, RateLimitError } from '#platform/http/rate-limits.ts';
import { hashPassword, verifyPassword } from '#platform/password.ts';
import { AppError } from '#shared/errors.ts';
import { findLatestRegistration } from '../../registration/queries.ts';
import { findUserByEmail } from '../../queries.ts';
import { knownDevice } from '../../sessions/actions/device-cookie.ts';

/** Attempts per account from browsers that have not signed in to it before (security page, "Limits"). */
const SIGN_IN_ACCOUNT_LIMIT: RateLimit = { name: 'sign-in', maxAttempts: 5, windowSeconds: 300, hasBackoff: true };

/** Attempts per network, across all accounts and sign-in methods. */
export const SIGN_IN_NETWORK_LIMIT: RateLimit = {
  name: 'sign-in network',
  maxAttempts: 10,
  windowSeconds: 60,
  hasBackoff: true,
};

/** Attempts per account from a browser that has signed in to it before. */
const SIGN_INS_BY_DEVICE: RateLimit = { name: 'sign-in device', maxAttempts: 5, windowSeconds: 300, hasBackoff: true };

const deviceKey = (userId: string, device: string) => `${userId} ${device}`;

/**
 * Counts a sign-in attempt; throws TOO_MANY_REQUESTS. Unknown devices share the network and account limits; a known
 * device has its own.
 */
async function countSignIn(context: ApiContext, email: string, user: { id: string } | undefined): Promise<void> {
  const { db, client, now } = context;
  const device = user && knownDevice(context, user.id);
  try {
    if (device) return await consumeRateLimit(db, SIGN_INS_BY_DEVICE, deviceKey(user.id, device), now());
    await consumeRateLimit(db, SIGN_IN_NETWORK_LIMIT, client.network, now());
    await consumeRateLimit(db, SIGN_IN_ACCOUNT_LIMIT, email, now());
  } catch (error) {
    if (error instanceof RateLimitError && error.isFirstRejection)
      await recordSecurityEvent(db, context, 'sign_in_rate_limited', { email });
    throw error;
  }
}

/** Resets the attempts of the user's device after sign-in; the limits for unknown devices stay as they are. */
export async function resetSignInAttempts(db: Db, context: ApiContext, user: { id: string; email: string }) {
  const device = knownDevice(context, user.id);
  if (device) return resetRateLimit(db, SIGN_INS_BY_DEVICE, deviceKey(user.id, device));
  return resetRateLimit(db, SIGN_IN_ACCOUNT_LIMIT, user.email.toLowerCase());
}

/** Hash verified for unknown accounts, so rejecting them takes equally long. */
let dummyPasswordHash: Promise<string> | undefined;

/**
 * Verifies email and password and returns the user. Message and timing are the same for an unknown account and a wrong
 * password. Throws UNAUTHORIZED, TOO_MANY_REQUESTS, and FORBIDDEN, only with the right password, for a disabled account
 * or an unconfirmed registration.
 */
export async function verifyCredentials(context: ApiContext, input: { email: string; password: string }) {
  const { db, now } = context;
  const email = input.email.toLowerCase();
  const user = await findUserByEmail(db, email);
  await countSignIn(context, email, user);
  const waiting = await findLatestRegistration(db, email, toDate(now()));
  const other = await (dummyPasswordHash ??= hashPassword('no account'));
  const own = await verifyPassword(input.password, user?.password ?? other);
  // Verified for existing accounts too; otherwise registering an address would reveal whether it has an account.
  const asked = waiting !== undefined && (await verifyPassword(input.password, waiting.passwordHash ?? other));
  if (!user?.password || !own) {
    await recordSecurityEvent(db, context, 'sign_in_failed', { email, userId: user?.id });
    if (waiting?.passwordHash && asked) {
      throw new AppError('FORBIDDEN', 'Confirm your email address first. Open the link in the email we sent you.');
    }
    throw new AppError('UNAUTHORIZED', 'Incorrect email or password.');
  }
  if (user.disabledAt) {
    throw new AppError('FORBIDDEN', 'This account is disabled. If you think this is a mistake, contact the owner.');
  }
  return { id: user.id, email: user.email };
}
