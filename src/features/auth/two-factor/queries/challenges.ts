import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { twoFactorChallenges, users } from '../../tables.ts';

export async function insertTwoFactorChallenge(
  tx: Transaction,
  row: typeof twoFactorChallenges.$inferInsert,
): Promise<void> {
  await tx.insert(twoFactorChallenges).values(row);
}

/** Returns whether a challenge is unexpired and has fewer than `mostTries` attempts. */
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
        eq(twoFactorChallenges.tokenHash, tokenSha256),
        gt(twoFactorChallenges.expiresAt, now),
        lt(twoFactorChallenges.attempts, mostTries),
      ),
    );
  return rows.length > 0;
}

/**
 * Counts an attempt and returns the challenge's user, sign-in method and attempt number; undefined if there is no
 * challenge or too many attempts. A single statement, so concurrent attempts can't exceed `mostTries`.
 */
export async function incrementChallengeAttempts(db: Db, tokenSha256: string, mostTries: number, now: Date) {
  const [row] = await db
    .update(twoFactorChallenges)
    .set({ attempts: sql`${twoFactorChallenges.attempts} + 1` })
    .from(users)
    .where(
      and(
        eq(users.id, twoFactorChallenges.userId),
        eq(twoFactorChallenges.tokenHash, tokenSha256),
        gt(twoFactorChallenges.expiresAt, now),
        lt(twoFactorChallenges.attempts, mostTries),
      ),
    )
    .returning({
      userId: twoFactorChallenges.userId,
      method: twoFactorChallenges.signInMethod,
      tries: twoFactorChallenges.attempts,
      email: users.email,
    });
  return row;
}

/** Deletes a challenge. Returns whether it existed: true for only one of two concurrent calls. */
export async function deleteTwoFactorChallenge(db: Db, tokenSha256: string): Promise<boolean> {
  const rows = await db
    .delete(twoFactorChallenges)
    .where(eq(twoFactorChallenges.tokenHash, tokenSha256))
    .returning({ tokenSha256: twoFactorChallenges.tokenHash });
  return rows.length > 0;
}

export async function deleteExpiredTwoFactorChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(twoFactorChallenges).where(lte(twoFactorChallenges.expiresAt, now));
}
