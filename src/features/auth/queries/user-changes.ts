import { and, eq, ne } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { accounts, users } from '../tables.ts';

export async function updateUserName(db: Db, id: string, name: string, at: Date): Promise<void> {
  await db.update(users).set({ name, updatedAt: at }).where(eq(users.id, id));
}

/** Updates a user's email. Returns false if another user has it; the transaction is then aborted. */
export async function updateUserEmail(tx: Transaction, id: string, email: string, at: Date): Promise<boolean> {
  try {
    await tx.update(users).set({ email, updatedAt: at }).where(eq(users.id, id));
    return true;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && 'code' in cause && cause.code === '23505') return false;
    throw error;
  }
}

/** Sets or clears a user's avatar and returns the previous avatar's id. */
export async function updateUserAvatar(
  tx: Transaction,
  id: string,
  avatarId: string | null,
  at: Date,
): Promise<string | null> {
  const [before] = await tx.select({ avatarId: users.avatarId }).from(users).where(eq(users.id, id)).for('update');
  await tx.update(users).set({ avatarId, updatedAt: at }).where(eq(users.id, id));
  return before?.avatarId ?? null;
}

export async function hasUserWithAvatar(db: Db, avatarId: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.avatarId, avatarId)).limit(1);
  return rows.length > 0;
}

/** Deletes a user with all sign-in methods and sessions. Returns false if there is none. The owner can't be deleted. */
export async function deleteUser(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .delete(users)
    .where(and(eq(users.id, id), ne(users.role, 'owner')))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Returns a user and locks the row until the transaction ends. */
export async function findUserForUpdate(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ name: users.name, email: users.email, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return row;
}

/** Returns a user's password as a PHC string and when it was set; undefined without a password. */
export async function findPasswordCredential(
  db: Db,
  userId: string,
): Promise<{ hash: string; updatedAt: Date } | undefined> {
  const [row] = await db
    .select({ hash: accounts.passwordHash, updatedAt: accounts.updatedAt })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.provider, 'password')));
  return row?.hash ? { hash: row.hash, updatedAt: row.updatedAt } : undefined;
}

/** Returns a user's sign-in methods without their secrets. */
export function listSignInMethods(db: Db, userId: string) {
  return db
    .select({ provider: accounts.provider, updatedAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(accounts.createdAt);
}
