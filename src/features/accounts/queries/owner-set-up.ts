import { count, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { ownerSetUp, users } from '../tables.ts';

/** Whether the site has its owner. */
export async function hasOwner(db: Db): Promise<boolean> {
  const [row] = await db.select({ owners: count() }).from(users).where(eq(users.role, 'owner'));
  return (row?.owners ?? 0) > 0;
}

/** Makes `tokenSha256` the only set-up link that counts. */
export async function saveOwnerSetUp(db: Db, tokenSha256: string): Promise<void> {
  await db
    .insert(ownerSetUp)
    .values({ tokenSha256 })
    .onConflictDoUpdate({ target: ownerSetUp.onlyRow, set: { tokenSha256, createdAt: new Date() } });
}

/** Whether this is the set-up link that counts. */
export async function findOwnerSetUp(db: Db, tokenSha256: string): Promise<boolean> {
  const rows = await db.select().from(ownerSetUp).where(eq(ownerSetUp.tokenSha256, tokenSha256));
  return rows.length > 0;
}

/** Uses the set-up link up. False when it does not count (any more): of two at once, one gets true. */
export async function deleteOwnerSetUp(tx: Transaction, tokenSha256: string): Promise<boolean> {
  const rows = await tx.delete(ownerSetUp).where(eq(ownerSetUp.tokenSha256, tokenSha256)).returning();
  return rows.length > 0;
}
