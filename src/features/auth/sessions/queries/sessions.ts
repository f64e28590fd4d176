import { and, desc, eq, gt, isNull, lte, ne } from 'drizzle-orm';
import { pictureColumns, pictures } from '#features/media/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-query.ts';
import { sql } from 'drizzle-orm';
import { twoFactorChallenges, sessions, users } from '../../tables.ts';

/** The session behind a token, with its person: unless it ended, or the account is disabled. */
export async function findSessionByToken(db: Db, tokenSha256: string, now: Date) {
  const [row] = await executePrepared(db, 'session', { tokenSha256, now }, () =>
    db
      .select({
        id: sessions.id,
        seenAt: sessions.seenAt,
        expiresAt: sessions.expiresAt,
        endsAt: sessions.endsAt,
        user: { id: users.id, name: users.name, email: users.email, role: users.role },
        avatar: pictureColumns,
      })
      .from(sessions)
      .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.disabledAt)))
      .leftJoin(pictures, eq(pictures.id, users.avatarId))
      .where(
        and(eq(sessions.tokenSha256, sql.placeholder('tokenSha256')), gt(sessions.expiresAt, sql.placeholder('now'))),
      ),
  );
  return row;
}

/** Keeps a new session. */
export async function insertSession(tx: Transaction, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(session);
}

/** Notes that a session is in use. */
export async function updateSessionActivity(db: Db, id: string, seenAt: Date, expiresAt: Date): Promise<void> {
  await db.update(sessions).set({ seenAt, expiresAt }).where(eq(sessions.id, id));
}

/** When the person behind a session last showed who they are. */
export async function findLastAuthenticatedAt(db: Db, id: string): Promise<Date | undefined> {
  const [row] = await db.select({ provedAt: sessions.provedAt }).from(sessions).where(eq(sessions.id, id));
  return row?.provedAt;
}

/** Notes that the person behind a session showed again who they are. */
export async function updateLastAuthenticatedAt(db: Db, id: string, provedAt: Date): Promise<void> {
  await db.update(sessions).set({ provedAt }).where(eq(sessions.id, id));
}

/** A person's sessions that have not ended, the one used last first. */
export function listSessions(db: Db, userId: string, now: Date) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.seenAt));
}

/** Ends one session of a person. Whether there was one. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Ends all sessions of a person but the one named, if any, and what is pending. Answers how many sessions ended. */
export async function deleteUserSessions(db: Db, userId: string, exceptId?: string): Promise<number> {
  await db.delete(twoFactorChallenges).where(eq(twoFactorChallenges.userId, userId));
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptId ? ne(sessions.id, exceptId) : undefined))
    .returning({ id: sessions.id });
  return rows.length;
}

/** Drops the sessions that have ended. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
}
