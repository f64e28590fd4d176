import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { passwordResets } from '../tables.ts';
import { MAX_CODE_ATTEMPTS } from './rules.ts';

export async function deletePasswordReset(tx: Transaction, tokenSha256: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenSha256));
}

export async function deletePasswordResetsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

const isUnexpired = (tokenSha256: string, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenSha256), gt(passwordResets.expiresAt, now));

/** Returns a browser's reset; with `now`, unless it has expired. */
export async function findPasswordReset(db: Db, tokenSha256: string, now?: Date) {
  const condition = now ? isUnexpired(tokenSha256, now) : eq(passwordResets.tokenHash, tokenSha256);
  const [row] = await db.select().from(passwordResets).where(condition);
  return row;
}

/**
 * Counts an attempt and returns the reset to verify against, or undefined. A single statement, so concurrent attempts
 * can't exceed the limit.
 */
export async function incrementResetAttempts(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db
    .update(passwordResets)
    .set({ attempts: sql`${passwordResets.attempts} + 1` })
    .where(
      and(
        isUnexpired(tokenSha256, now),
        isNull(passwordResets.verifiedAt),
        lt(passwordResets.attempts, MAX_CODE_ATTEMPTS),
      ),
    )
    .returning();
  return row;
}

/** Marks the reset as verified. Returns false if a concurrent request did so first: a code works once. */
export async function markResetVerified(db: Db, tokenSha256: string, verifiedAt: Date, expiresAt: Date) {
  const { rowCount } = await db
    .update(passwordResets)
    .set({ verifiedAt, expiresAt, codeHash: '' })
    .where(and(eq(passwordResets.tokenHash, tokenSha256), isNull(passwordResets.verifiedAt)));
  return rowCount === 1;
}

/** Consumes a verified, unexpired reset; only one of two concurrent requests gets it. */
export async function consumeVerifiedReset(tx: Transaction, tokenSha256: string, now: Date) {
  const [row] = await tx
    .delete(passwordResets)
    .where(and(isUnexpired(tokenSha256, now), isNotNull(passwordResets.verifiedAt)))
    .returning();
  return row;
}
