import { count, eq, lt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { ownerSetupTokens, users } from '../../tables.ts';

export async function hasOwner(db: Db): Promise<boolean> {
  const [row] = await db.select({ owners: count() }).from(users).where(eq(users.role, 'owner'));
  return (row?.owners ?? 0) > 0;
}

export async function insertOwnerSetUp(db: Db, tokenHash: string): Promise<void> {
  await db.insert(ownerSetupTokens).values({ tokenHash });
}

/** Deletes the setup tokens created before an instant, or all of them. */
export async function deleteOwnerSetUps(db: Db, before?: Date): Promise<void> {
  await db.delete(ownerSetupTokens).where(before && lt(ownerSetupTokens.createdAt, before));
}

/** Returns whether the setup token is valid. */
export async function hasOwnerSetupToken(db: Db, tokenSha256: string): Promise<boolean> {
  const rows = await db.select().from(ownerSetupTokens).where(eq(ownerSetupTokens.tokenHash, tokenSha256));
  return rows.length > 0;
}

/** Deletes all setup tokens. Returns whether this one was among them: true for only one of two concurrent calls. */
export async function deleteOwnerSetupToken(tx: Transaction, tokenSha256: string): Promise<boolean> {
  const rows = await tx.delete(ownerSetupTokens).returning();
  return rows.some(row => row.tokenHash === tokenSha256);
}
