import { count, eq, lt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { ownerSetupTokens, users } from '../../tables.ts';

/** Whether the site has its owner. */
export async function hasOwner(db: Db): Promise<boolean> {
  const [row] = await db.select({ owners: count() }).from(users).where(eq(users.role, 'owner'));
  return (row?.owners ?? 0) > 0;
}

/** Adds a set-up link. */
export async function insertOwnerSetUp(db: Db, tokenSha256: string): Promise<void> {
  await db.insert(ownerSetupTokens).values({ tokenSha256 });
}

/** Voids the set-up links from before an instant; all of them without one. */
export async function deleteOwnerSetUps(db: Db, before?: Date): Promise<void> {
  await db.delete(ownerSetupTokens).where(before && lt(ownerSetupTokens.createdAt, before));
}

/** Returns whether this is a set-up link that counts. */
export async function hasOwnerSetupToken(db: Db, tokenSha256: string): Promise<boolean> {
  const rows = await db.select().from(ownerSetupTokens).where(eq(ownerSetupTokens.tokenSha256, tokenSha256));
  return rows.length > 0;
}

/** Uses up all set-up links. Returns false unless this one was among them: of two at once, one gets true. */
export async function deleteOwnerSetupToken(tx: Transaction, tokenSha256: string): Promise<boolean> {
  const rows = await tx.delete(ownerSetupTokens).returning();
  return rows.some(row => row.tokenSha256 === tokenSha256);
}
