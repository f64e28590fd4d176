import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { accounts, users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { securityEvents } from '#features/security-events/index.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Profile } from './contract.ts';
import { emailChanges } from './tables.ts';

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
      emailChange: { email: emailChanges.newEmail, expiresAt: emailChanges.expiresAt },
    })
    .from(users)
    .leftJoin(pictures, eq(pictures.id, users.avatarId))
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.provider, 'password')))
    .leftJoin(emailChanges, and(eq(emailChanges.userId, users.id), gt(emailChanges.expiresAt, toDate(now))))
    .where(eq(users.id, userId));
  if (!row) throw new AppError('NOT_FOUND', 'This account doesn’t exist.');
  const { user, avatar, hasPassword, lastSignInAt, emailChange } = row;
  return {
    ...user,
    avatar,
    hasPassword,
    createdAt: user.createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    pendingEmailChange: emailChange && { ...emailChange, expiresAt: emailChange.expiresAt.toISOString() },
  };
}

/** Stores an email change, replacing the user's earlier one, whose link becomes invalid. */
export async function upsertEmailChange(tx: Transaction, change: typeof emailChanges.$inferInsert): Promise<void> {
  const { userId: _, ...values } = change;
  await tx.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.userId, set: values });
}

/** Returns a user's unexpired email change. */
export async function findEmailChangeByUser(db: Db, userId: string, now: Date) {
  const [row] = await db
    .select({ email: emailChanges.newEmail, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)));
  return row;
}

const isOpen = (tokenSha256: string, now: Date) =>
  and(eq(emailChanges.tokenHash, tokenSha256), gt(emailChanges.expiresAt, now));

/** Returns the unexpired email change of a link. */
export async function findEmailChangeByToken(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db.select().from(emailChanges).where(isOpen(tokenSha256, now));
  return row;
}

/** Consumes a link and returns its email change: only one of two concurrent calls gets it. */
export async function consumeEmailChange(tx: Transaction, tokenSha256: string, now: Date) {
  const [row] = await tx.delete(emailChanges).where(isOpen(tokenSha256, now)).returning();
  return row;
}

/** Deletes a user's email change. Returns whether there was one. */
export async function deleteEmailChangeByUser(db: Db, userId: string): Promise<boolean> {
  const { rowCount } = await db.delete(emailChanges).where(eq(emailChanges.userId, userId));
  return rowCount === 1;
}

export async function deleteExpiredEmailChanges(db: Db, now: Temporal.Instant): Promise<void> {
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, toDate(now)));
}
