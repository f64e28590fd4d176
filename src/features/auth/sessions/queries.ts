import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import { pictureColumns, pictures } from '#features/media/index.ts';
import type { Db } from '#platform/database/database.ts';
import { twoFactorChallenges, sessions, users } from '../tables.ts';

/** Returns a session with its user unless it has expired or the account is disabled. */
export async function findSessionByToken(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db
    .select({
      id: sessions.id,
      seenAt: sessions.lastActiveAt,
      expiresAt: sessions.expiresAt,
      endsAt: sessions.absoluteExpiresAt,
      user: { id: users.id, name: users.name, email: users.email, role: users.role },
      avatar: pictureColumns,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.disabledAt)))
    .leftJoin(pictures, eq(pictures.id, users.avatarId))
    .where(and(eq(sessions.tokenHash, tokenSha256), gt(sessions.expiresAt, now)));
  return row;
}

export async function updateSession(db: Db, id: string, values: Partial<typeof sessions.$inferInsert>): Promise<void> {
  await db.update(sessions).set(values).where(eq(sessions.id, id));
}

/** Returns when the user of a session last authenticated. */
export async function findLastAuthenticatedAt(db: Db, id: string): Promise<Date | undefined> {
  const [row] = await db.select({ provedAt: sessions.lastAuthenticatedAt }).from(sessions).where(eq(sessions.id, id));
  return row?.provedAt;
}

/** Returns a user's unexpired sessions, most recently used first. */
export function listSessions(db: Db, userId: string, now: Date) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastActiveAt));
}

/** Ends one of a user's sessions. Returns whether it existed. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id)));
  return rowCount === 1;
}

/** Ends a user's sessions, except one if given, and pending challenges. Returns how many sessions ended. */
export async function deleteUserSessions(db: Db, userId: string, exceptId?: string): Promise<number> {
  await db.delete(twoFactorChallenges).where(eq(twoFactorChallenges.userId, userId));
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptId ? ne(sessions.id, exceptId) : undefined));
  return rowCount ?? 0;
}
