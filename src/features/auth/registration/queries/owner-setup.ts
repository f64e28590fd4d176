import { count, eq, lt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { ownerSetUp, users } from '../../tables.ts';

/** Whether the site has its owner. */
export async function hasOwner(db: Db): Promise<boolean> {
  const [row] = await db.select({ owners: count() }).from(users).where(eq(users.role, 'owner'));
  return (row?.owners ?? 0) > 0;
}

/** Adds a set-up link. */
export async function insertOwnerSetUp(db: Db, tokenSha256: string): Promise<void> {
  await db.insert(ownerSetUp).values({ tokenSha256 });
}

/** Voids the set-up links from before an instant; all of them without one. */
export async function deleteOwnerSetUps(db: Db, before?: Date): Promise<void> {
  await db.delete(ownerSetUp).where(before && lt(ownerSetUp.createdAt, before));
}

/** Returns whether this is a set-up link that counts. */
export async function findOwnerSetUp(db: Db, tokenSha256: string): Promise<boolean> {
  const rows = await db.select().from(ownerSetUp).where(eq(ownerSetUp.tokenSha256, tokenSha256));
  return rows.length > 0;
}

/** Uses up all set-up links. Returns false unless this one was among them: of two at once, one gets true. */
export async function deleteOwnerSetUp(tx: Transaction, tokenSha256: string): Promise<boolean> {
  const rows = await tx.delete(ownerSetUp).returning();
  return rows.some(row => row.tokenSha256 === tokenSha256);
}
