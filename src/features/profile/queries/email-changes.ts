import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { addressChanges } from '../tables.ts';

/** Keeps a wish for another address, in place of the person's one before, whose link is dead from then on. */
export async function saveAddressChange(tx: Transaction, change: typeof addressChanges.$inferInsert): Promise<void> {
  const { userId: _, ...values } = change;
  await tx.insert(addressChanges).values(change).onConflictDoUpdate({ target: addressChanges.userId, set: values });
}

/** The wish of a person that can still be confirmed. */
export async function findAddressChangeOf(db: Db, userId: string, now: Date) {
  const [row] = await db
    .select({ email: addressChanges.email, expiresAt: addressChanges.expiresAt })
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, userId), gt(addressChanges.expiresAt, now)));
  return row;
}

/** The wish that a link stands for, while it can be confirmed. */
export async function findAddressChange(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db.select().from(addressChanges).where(isOpen(tokenSha256, now));
  return row;
}

/** Uses a link up and answers the wish behind it: of two at once, one gets it. */
export async function deleteAddressChange(tx: Transaction, tokenSha256: string, now: Date) {
  const [row] = await tx.delete(addressChanges).where(isOpen(tokenSha256, now)).returning();
  return row;
}

/** Drops a person's wish. Whether there was one. */
export async function deleteAddressChangeOf(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .delete(addressChanges)
    .where(eq(addressChanges.userId, userId))
    .returning({ userId: addressChanges.userId });
  return rows.length > 0;
}

/** Drops the wishes that nobody confirmed in time. */
export async function deleteEndedAddressChanges(db: Db, now: Date): Promise<void> {
  await db.delete(addressChanges).where(lte(addressChanges.expiresAt, now));
}

function isOpen(tokenSha256: string, now: Date) {
  return and(eq(addressChanges.tokenSha256, tokenSha256), gt(addressChanges.expiresAt, now));
}
