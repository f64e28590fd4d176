import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { emailChanges } from '../tables.ts';

/** Stores an email change, replacing the user's earlier one, whose link becomes invalid. */
export async function upsertEmailChange(tx: Transaction, change: typeof emailChanges.$inferInsert): Promise<void> {
  const { userId: _, ...values } = change;
  await tx.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.userId, set: values });
}

/** Returns a user's unexpired email change. */
export async function findEmailChangeByUser(db: Db, userId: string, now: Date) {
  const [row] = await db
    .select({ email: emailChanges.newEmail, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)));
  return row;
}

/** Returns the unexpired email change of a link. */
export async function findEmailChangeByToken(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db.select().from(emailChanges).where(isOpen(tokenSha256, now));
  return row;
}

/** Consumes a link and returns its email change: only one of two concurrent calls gets it. */
export async function consumeEmailChange(tx: Transaction, tokenSha256: string, now: Date) {
  const [row] = await tx.delete(emailChanges).where(isOpen(tokenSha256, now)).returning();
  return row;
}

/** Deletes a user's email change. Returns whether there was one. */
export async function deleteEmailChangeByUser(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .delete(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .returning({ userId: emailChanges.userId });
  return rows.length > 0;
}

export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<void> {
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, now));
}

function isOpen(tokenSha256: string, now: Date) {
  return and(eq(emailChanges.tokenHash, tokenSha256), gt(emailChanges.expiresAt, now));
}
