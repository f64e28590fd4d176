import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { pendingSignIns, users } from '../../tables.ts';

/** Keeps a sign-in of which the first step is done. */
export async function insertPendingSignIn(tx: Transaction, row: typeof pendingSignIns.$inferInsert): Promise<void> {
  await tx.insert(pendingSignIns).values(row);
}

/** Whether a pending sign-in can still be ended by a code, of which at most `mostTries` may be typed. */
export async function hasPendingSignIn(db: Db, tokenSha256: string, mostTries: number, now: Date): Promise<boolean> {
  const rows = await db
    .select({ userId: pendingSignIns.userId })
    .from(pendingSignIns)
    .where(
      and(
        eq(pendingSignIns.tokenSha256, tokenSha256),
        gt(pendingSignIns.expiresAt, now),
        lt(pendingSignIns.tries, mostTries),
      ),
    );
  return rows.length > 0;
}

/**
 * Counts a code that was typed and answers whose sign-in it is for, by which method, and which code it is; undefined when
 * there is none, or one too many. One statement: of any number at once, `mostTries` pass.
 */
export async function updatePendingTries(db: Db, tokenSha256: string, mostTries: number, now: Date) {
  const [row] = await db
    .update(pendingSignIns)
    .set({ tries: sql`${pendingSignIns.tries} + 1` })
    .from(users)
    .where(
      and(
        eq(users.id, pendingSignIns.userId),
        eq(pendingSignIns.tokenSha256, tokenSha256),
        gt(pendingSignIns.expiresAt, now),
        lt(pendingSignIns.tries, mostTries),
      ),
    )
    .returning({
      userId: pendingSignIns.userId,
      method: pendingSignIns.method,
      tries: pendingSignIns.tries,
      email: users.email,
    });
  return row;
}

/** Ends a pending sign-in. Whether there was one: of two at once, one ends it. */
export async function deletePendingSignIn(db: Db, tokenSha256: string): Promise<boolean> {
  const rows = await db
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.tokenSha256, tokenSha256))
    .returning({ tokenSha256: pendingSignIns.tokenSha256 });
  return rows.length > 0;
}

/** Drops the sign-ins that nobody ended in time. */
export async function deleteEndedPendingSignIns(db: Db, now: Date): Promise<void> {
  await db.delete(pendingSignIns).where(lte(pendingSignIns.expiresAt, now));
}
