import { findPassword } from '#features/accounts/queries/user-changes.ts';
import { getUser } from '#features/accounts/queries/users.ts';
import { findLastSignIn } from '#features/security-events/queries.ts';
import type { Db } from '#platform/database/database.ts';
import type { Profile } from '../contract.ts';
import { findAddressChangeOf } from '../queries/address-changes.ts';

/** What somebody sees of themselves. Throws NOT_FOUND. */
export async function getProfile(db: Db, userId: string, now: Temporal.Instant): Promise<Profile> {
  const [user, password, lastSignIn, change] = await Promise.all([
    getUser(db, userId),
    findPassword(db, userId),
    findLastSignIn(db, userId),
    findAddressChangeOf(db, userId, new Date(now.epochMilliseconds)),
  ]);
  return {
    ...user,
    hasPassword: password !== undefined,
    lastSignInAt: lastSignIn?.toISOString() ?? null,
    addressChange: change ? { email: change.email, expiresAt: change.expiresAt.toISOString() } : null,
  };
}
