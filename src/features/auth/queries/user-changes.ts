import { and, eq, max, ne } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { accounts, sessions, users } from '../tables.ts';

/** Gives a person another name. */
export async function updateUserName(db: Db, id: string, name: string, at: Date): Promise<void> {
  await db.update(users).set({ name, updatedAt: at }).where(eq(users.id, id));
}

/** Gives a person another address; false when somebody else has it. Then the transaction is of no further use. */
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

/** Gives a person another portrait, or none, and answers the id of the one before. */
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

/** Whether anybody has this portrait. */
export async function hasUserWithAvatar(db: Db, avatarId: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.avatarId, avatarId)).limit(1);
  return rows.length > 0;
}

/** Removes a person, with every way to sign in and every session; false when there is none. The owner stays. */
export async function deleteUser(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .delete(users)
    .where(and(eq(users.id, id), ne(users.role, 'owner')))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** A person as they are in the moment of a change, and held so until the transaction ends. */
export async function findUserForUpdate(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ name: users.name, email: users.email, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return row;
}

/** A person's password as a PHC string, and since when it is theirs; undefined for who has none. */
export async function findPasswordCredential(
  db: Db,
  userId: string,
): Promise<{ hash: string; since: Date } | undefined> {
  const [row] = await db
    .select({ hash: accounts.password, since: accounts.updatedAt })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return row?.hash ? { hash: row.hash, since: row.since } : undefined;
}

/** A person's ways to sign in, without what they are proved by. */
export function listSignInMethods(db: Db, userId: string) {
  return db
    .select({ provider: accounts.providerId, since: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(accounts.createdAt);
}

/** When a session began; null when it has ended. */
export async function findSessionCreatedAt(db: Db, userId: string, id: string): Promise<Date | null> {
  const [row] = await db
    .select({ begunAt: max(sessions.createdAt) })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)));
  return row?.begunAt ?? null;
}
