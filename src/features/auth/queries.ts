import { and, eq, inArray, lte, ne } from 'drizzle-orm';
import { pictureColumns, pictures, type PictureUse } from '#features/media/index.ts';
import { isConstraintViolation } from '#platform/database/constraint-violations.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from './contract.ts';
import {
  accounts,
  authorizationRequests,
  passkeyChallenges,
  passkeys,
  passwordResets,
  registrations,
  sessions,
  signInLinks,
  twoFactorChallenges,
  users,
} from './tables.ts';

const userColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  avatar: pictureColumns,
};

/** Returns a user with the account's creation date. Throws NOT_FOUND. */
export async function getUser(db: Db, id: string): Promise<User & { createdAt: string }> {
  const [row] = await db
    .select({ ...userColumns, createdAt: users.createdAt })
    .from(users)
    .leftJoin(pictures, eq(pictures.id, users.avatarId))
    .where(eq(users.id, id));
  if (!row) throw new AppError('NOT_FOUND', 'This account doesn’t exist.');
  return { ...row, createdAt: row.createdAt.toISOString() };
}

/** Returns the owner, who receives notifications; undefined before setup. */
export async function findOwner(db: Db): Promise<{ id: string; name: string; email: string } | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.role, 'owner'));
  return row;
}

/** Returns a user with the password hash; `password` is null without a password. */
export async function findUserByEmail(db: Db, email: string) {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      disabledAt: users.disabledAt,
      password: accounts.passwordHash,
    })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.provider, 'password')))
    .where(eq(users.email, email));
  return row;
}

/** Returns whether and since when an account is disabled and uses two-factor authentication. */
export async function findSignInState(db: Db, id: string) {
  const [row] = await db
    .select({ disabledAt: users.disabledAt, twoFactorEnabledAt: users.twoFactorEnabledAt })
    .from(users)
    .where(eq(users.id, id));
  return row;
}

/** Inserts a user with a confirmed address. Returns the id, or undefined if the address is taken. */
export async function insertUser(
  tx: Transaction,
  user: { name: string; email: string; role: 'member' | 'owner' },
): Promise<string | undefined> {
  const [row] = await tx
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return row?.id;
}

/** Sets or replaces a user's password; `passwordHash` is a PHC string. */
export async function upsertPasswordHash(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  createdAt: Date,
): Promise<void> {
  await tx
    .insert(accounts)
    .values({
      userId,
      provider: 'password',
      providerAccountId: userId,
      passwordHash,
      createdAt,
      updatedAt: createdAt,
    })
    .onConflictDoUpdate({
      target: [accounts.provider, accounts.providerAccountId],
      set: { passwordHash, updatedAt: createdAt },
    });
}

/** Returns the users who have these pictures as avatar. Users have no public page to link to. */
export async function listAvatarUsages(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const rows = await db
    .select({ pictureId: users.avatarId, name: users.name })
    .from(users)
    .where(inArray(users.avatarId, [...ids]));
  return rows.map(({ pictureId, name }) => ({
    pictureId: pictureId ?? '',
    label: `Profile picture of ${name}`,
    path: null,
  }));
}

export async function updateUser(db: Db, id: string, values: Partial<typeof users.$inferInsert>): Promise<void> {
  await db.update(users).set(values).where(eq(users.id, id));
}

/** Updates a user's email. Returns false if another user has it; the transaction is then aborted. */
export async function updateUserEmail(tx: Transaction, id: string, email: string, updatedAt: Date): Promise<boolean> {
  try {
    await updateUser(tx, id, { email, updatedAt });
    return true;
  } catch (error) {
    if (isConstraintViolation(error, 'unique')) return false;
    throw error;
  }
}

/** Sets or clears a user's avatar. Returns the previous avatar's id if no user has it anymore. */
export async function updateUserAvatar(tx: Transaction, id: string, avatarId: string | null, updatedAt: Date) {
  const [before] = await tx.select({ avatarId: users.avatarId }).from(users).where(eq(users.id, id)).for('update');
  await updateUser(tx, id, { avatarId, updatedAt });
  const previous = before?.avatarId;
  if (!previous || (await tx.$count(users, eq(users.avatarId, previous))) > 0) return undefined;
  return previous;
}

/** Deletes a user with all sign-in methods and sessions. Returns false if there is none. The owner can't be deleted. */
export async function deleteUser(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(users).where(and(eq(users.id, id), ne(users.role, 'owner')));
  return rowCount === 1;
}

/** Returns a user and locks the row until the transaction ends: concurrent changes to sign-in methods wait. */
export async function findUserForUpdate(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ id: users.id, name: users.name, email: users.email, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return row;
}

/** Returns a user's password as a PHC string and when it was set; undefined without a password. */
export async function findPasswordCredential(db: Db, userId: string) {
  const [row] = await db
    .select({ hash: accounts.passwordHash, updatedAt: accounts.updatedAt })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.provider, 'password')));
  return row?.hash ? { hash: row.hash, updatedAt: row.updatedAt } : undefined;
}

/** Returns a user's sign-in methods without their secrets. */
export function listSignInMethods(db: Db, userId: string) {
  return db
    .select({ provider: accounts.provider, createdAt: accounts.createdAt, updatedAt: accounts.updatedAt })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(accounts.createdAt);
}

/** Counts a user's sign-in methods: password, linked accounts and passkeys. */
export async function countSignInMethods(db: Db, userId: string): Promise<number> {
  return (
    (await db.$count(accounts, eq(accounts.userId, userId))) + (await db.$count(passkeys, eq(passkeys.userId, userId)))
  );
}

/** Deletes expired sessions, challenges, links and codes. */
export async function deleteExpiredRows(db: Db, now: Temporal.Instant): Promise<void> {
  for (const table of [
    sessions,
    twoFactorChallenges,
    registrations,
    passwordResets,
    authorizationRequests,
    passkeyChallenges,
    signInLinks,
  ]) {
    await db.delete(table).where(lte(table.expiresAt, toDate(now)));
  }
}
