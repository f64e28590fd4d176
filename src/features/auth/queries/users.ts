import { and, eq, inArray } from 'drizzle-orm';
import { pictureColumns, pictures, type PictureUse } from '#features/media/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '../contract.ts';
import { accounts, users } from '../tables.ts';

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
  if (!row) throw new AppError('NOT_FOUND', 'This account does not exist.');
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

/** Returns a user with what password sign-in needs; `password` is null without a password. */
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

/**
 * Returns what sign-in has to check: whether the account is disabled, and since when it uses two-factor authentication.
 */
export async function findSignInState(db: Db, id: string) {
  const [row] = await db
    .select({ disabledAt: users.disabledAt, twoStepSince: users.twoFactorEnabledAt })
    .from(users)
    .where(eq(users.id, id));
  return row;
}

/** Returns a user's password hash, a PHC string; undefined without a password. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ password: accounts.passwordHash })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.provider, 'password')));
  return row?.password ?? undefined;
}

/** Sets when two-factor authentication was enabled; null when it is disabled. */
export async function updateTwoFactorEnabledAt(tx: Transaction, userId: string, since: Date | null): Promise<void> {
  await tx.update(users).set({ twoFactorEnabledAt: since }).where(eq(users.id, userId));
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
      passwordHash: passwordHash,
      createdAt,
      updatedAt: createdAt,
    })
    .onConflictDoUpdate({
      target: [accounts.provider, accounts.providerAccountId],
      set: { passwordHash: passwordHash, updatedAt: createdAt },
    });
}

/** Returns whose avatars these pictures are. Users have no public page to link to. */
export async function listAvatarUsages(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const rows = await db
    .select({ pictureId: users.avatarId, name: users.name })
    .from(users)
    .where(inArray(users.avatarId, [...ids]));
  return rows.map(({ pictureId, name }) => ({ pictureId: pictureId ?? '', label: `Portrait of ${name}`, path: null }));
}
