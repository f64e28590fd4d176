import { count, eq } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { ownerSetUp, users } from './tables.ts';

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
