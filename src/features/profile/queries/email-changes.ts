import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { emailChanges } from '../tables.ts';

/** Keeps a wish for another address, in place of the person's one before, whose link is dead from then on. */
export async function upsertEmailChange(tx: Transaction, change: typeof emailChanges.$inferInsert): Promise<void> {
  const { userId: _, ...values } = change;
  await tx.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.userId, set: values });
}

/** The wish of a person that can still be confirmed. */
export async function findEmailChangeByUser(db: Db, userId: string, now: Date) {
  const [row] = await db
    .select({ email: emailChanges.email, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)));
  return row;
}

/** The wish that a link stands for, while it can be confirmed. */
export async function findEmailChangeByToken(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db.select().from(emailChanges).where(isOpen(tokenSha256, now));
  return row;
}

/** Uses a link up and answers the wish behind it: of two at once, one gets it. */
export async function consumeEmailChange(tx: Transaction, tokenSha256: string, now: Date) {
  const [row] = await tx.delete(emailChanges).where(isOpen(tokenSha256, now)).returning();
  return row;
}

/** Drops a person's wish. Whether there was one. */
export async function deleteEmailChangeByUser(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .delete(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .returning({ userId: emailChanges.userId });
  return rows.length > 0;
}

/** Drops the wishes that nobody confirmed in time. */
export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<void> {
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, now));
}

function isOpen(tokenSha256: string, now: Date) {
  return and(eq(emailChanges.tokenSha256, tokenSha256), gt(emailChanges.expiresAt, now));
}
