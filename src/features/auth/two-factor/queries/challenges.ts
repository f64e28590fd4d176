import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { twoFactorChallenges, users } from '../../tables.ts';

/** Keeps a sign-in of which the first step is done. */
export async function insertTwoFactorChallenge(
  tx: Transaction,
  row: typeof twoFactorChallenges.$inferInsert,
): Promise<void> {
  await tx.insert(twoFactorChallenges).values(row);
}

/** Whether a pending sign-in can still be ended by a code, of which at most `mostTries` may be typed. */
export async function hasValidTwoFactorChallenge(
  db: Db,
  tokenSha256: string,
  mostTries: number,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .select({ userId: twoFactorChallenges.userId })
    .from(twoFactorChallenges)
    .where(
      and(
        eq(twoFactorChallenges.tokenSha256, tokenSha256),
        gt(twoFactorChallenges.expiresAt, now),
        lt(twoFactorChallenges.tries, mostTries),
      ),
    );
  return rows.length > 0;
}

/**
 * Counts a code that was typed and answers whose sign-in it is for, by which method, and which code it is; undefined when
 * there is none, or one too many. One statement: of any number at once, `mostTries` pass.
 */
export async function incrementChallengeAttempts(db: Db, tokenSha256: string, mostTries: number, now: Date) {
  const [row] = await db
    .update(twoFactorChallenges)
    .set({ tries: sql`${twoFactorChallenges.tries} + 1` })
    .from(users)
    .where(
      and(
        eq(users.id, twoFactorChallenges.userId),
        eq(twoFactorChallenges.tokenSha256, tokenSha256),
        gt(twoFactorChallenges.expiresAt, now),
        lt(twoFactorChallenges.tries, mostTries),
      ),
    )
    .returning({
      userId: twoFactorChallenges.userId,
      method: twoFactorChallenges.method,
      tries: twoFactorChallenges.tries,
      email: users.email,
    });
  return row;
}

/** Ends a pending sign-in. Whether there was one: of two at once, one ends it. */
export async function deleteTwoFactorChallenge(db: Db, tokenSha256: string): Promise<boolean> {
  const rows = await db
    .delete(twoFactorChallenges)
    .where(eq(twoFactorChallenges.tokenSha256, tokenSha256))
    .returning({ tokenSha256: twoFactorChallenges.tokenSha256 });
  return rows.length > 0;
}

/** Drops the sign-ins that nobody ended in time. */
export async function deleteExpiredTwoFactorChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(twoFactorChallenges).where(lte(twoFactorChallenges.expiresAt, now));
}
