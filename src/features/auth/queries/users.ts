import { and, eq, inArray } from 'drizzle-orm';
import { pictureColumns, pictures } from '#features/media/tables.ts';
import type { PictureUse } from '#features/media/queries/picture-uses.ts';
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

/** A person by their id, and since when they have their account. Throws NOT_FOUND. */
export async function getUser(db: Db, id: string): Promise<User & { createdAt: string }> {
  const [row] = await db
    .select({ ...userColumns, createdAt: users.createdAt })
    .from(users)
    .leftJoin(pictures, eq(pictures.id, users.avatarId))
    .where(eq(users.id, id));
  if (!row) throw new AppError('NOT_FOUND', 'This account does not exist.');
  return { ...row, createdAt: row.createdAt.toISOString() };
}

/** The owner, to whom what waits is told; undefined while there is none. */
export async function findOwner(db: Db): Promise<{ id: string; name: string; email: string } | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.role, 'owner'));
  return row;
}

/** A person with what signing in by password needs; `password` is null for who has none. */
export async function findUserByEmail(db: Db, email: string) {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      disabledAt: users.disabledAt,
      password: accounts.password,
    })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(eq(users.email, email));
  return row;
}

/** What is to be known of a person who is let in. */
export async function findSignInState(db: Db, id: string) {
  const [row] = await db
    .select({ disabledAt: users.disabledAt, twoStepSince: users.twoStepSince })
    .from(users)
    .where(eq(users.id, id));
  return row;
}

/** The hash of a person's password, a PHC string; undefined for who has none. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return row?.password ?? undefined;
}

/** Notes since when a person signs in in two steps; null when they no longer do. */
export async function updateTwoFactorEnabledAt(tx: Transaction, userId: string, since: Date | null): Promise<void> {
  await tx.update(users).set({ twoStepSince: since }).where(eq(users.id, userId));
}

/** Writes a person down whose address is confirmed. Answers their id, or undefined when somebody has that address. */
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

/** Gives a person a password, in place of the one before; `passwordHash` is a PHC string. */
export async function upsertPasswordHash(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await tx
    .insert(accounts)
    .values({
      userId,
      providerId: 'credential',
      accountId: userId,
      password: passwordHash,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password: passwordHash, updatedAt: at },
    });
}

/** Whose portrait pictures are. A person has no address that everybody may open. */
export async function listAvatarUsages(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const rows = await db
    .select({ pictureId: users.avatarId, name: users.name })
    .from(users)
    .where(inArray(users.avatarId, [...ids]));
  return rows.map(({ pictureId, name }) => ({ pictureId: pictureId ?? '', label: `Portrait of ${name}`, path: null }));
}
