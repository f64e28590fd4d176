import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { accounts, users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { securityEvents } from '#features/security-events/index.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Profile } from '../contract.ts';
import { emailChanges } from '../tables.ts';

/** Returns the user's own profile in a single query, since every dashboard page needs it. Throws NOT_FOUND. */
export async function getProfile(db: Db, userId: string, now: Temporal.Instant): Promise<Profile> {
  const lastSignIn = db
    .select({ at: securityEvents.occurredAt })
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, users.id), eq(securityEvents.type, 'signed_in')))
    .orderBy(desc(securityEvents.occurredAt))
    .limit(1);
  const [row] = await db
    .select({
      user: { id: users.id, name: users.name, email: users.email, role: users.role, createdAt: users.createdAt },
      avatar: pictureColumns,
      hasPassword: sql<boolean>`${accounts.passwordHash} is not null`,
      lastSignInAt: sql<Date | null>`(${lastSignIn})`.mapWith(securityEvents.occurredAt),
      addressChange: { email: emailChanges.newEmail, expiresAt: emailChanges.expiresAt },
    })
    .from(users)
    .leftJoin(pictures, eq(pictures.id, users.avatarId))
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.provider, 'password')))
    .leftJoin(
      emailChanges,
      and(eq(emailChanges.userId, users.id), gt(emailChanges.expiresAt, new Date(now.epochMilliseconds))),
    )
    .where(eq(users.id, userId));
  if (!row) throw new AppError('NOT_FOUND', 'This account does not exist.');
  const { user, avatar, hasPassword, lastSignInAt, addressChange } = row;
  return {
    ...user,
    avatar,
    hasPassword,
    createdAt: user.createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    pendingEmailChange: addressChange && { ...addressChange, expiresAt: addressChange.expiresAt.toISOString() },
  };
}
