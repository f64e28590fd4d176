import { and, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { passwordResets } from './tables.ts';

type PasswordResetRow = typeof passwordResets.$inferSelect;

export async function insertPasswordReset(tx: Transaction, reset: typeof passwordResets.$inferInsert): Promise<void> {
  await tx.insert(passwordResets).values(reset);
}

/** Deletes the reset that a browser asked for, if there is one. */
export async function deletePasswordReset(tx: Transaction, tokenSha256: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.tokenSha256, tokenSha256));
}

/** Deletes every reset of a person who has set a new password. */
export async function deletePasswordResetsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** The reset that a browser waits for, while it lasts. */
export async function findPasswordReset(db: Db, tokenSha256: string, now: Date): Promise<PasswordResetRow | undefined> {
  const [row] = await db
    .select()
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenSha256, tokenSha256), gt(passwordResets.expiresAt, now)));
  return row;
}

/**
 * Counts a guess and answers what it is to be held against; undefined when there is none (any more). One statement: of
 * any number at once no more than `mostTries` are judged.
 */
export async function incrementResetAttempts(
  db: Db,
  tokenSha256: string,
  mostTries: number,
  now: Date,
): Promise<PasswordResetRow | undefined> {
  const [row] = await db
    .update(passwordResets)
    .set({ tries: sql`${passwordResets.tries} + 1` })
    .where(
      and(
        eq(passwordResets.tokenSha256, tokenSha256),
        isNull(passwordResets.verifiedAt),
        lt(passwordResets.tries, mostTries),
        gt(passwordResets.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

/** Notes that the right code was typed. False when another try was quicker: a code works once. */
export async function markResetVerified(
  db: Db,
  tokenSha256: string,
  verifiedAt: Date,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(passwordResets)
    .set({ verifiedAt, expiresAt, codeSha256: '' })
    .where(and(eq(passwordResets.tokenSha256, tokenSha256), isNull(passwordResets.verifiedAt)))
    .returning({ email: passwordResets.email });
  return rows.length > 0;
}

/** Uses a reset up whose code was typed, while it lasts: of two at once, one gets it. */
export async function consumeVerifiedReset(
  tx: Transaction,
  tokenSha256: string,
  now: Date,
): Promise<PasswordResetRow | undefined> {
  const [row] = await tx
    .delete(passwordResets)
    .where(
      and(
        eq(passwordResets.tokenSha256, tokenSha256),
        isNotNull(passwordResets.verifiedAt),
        gt(passwordResets.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

/** Drops the resets whose time is over. */
export async function deleteExpiredPasswordResets(db: Db, now: Date): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
}
