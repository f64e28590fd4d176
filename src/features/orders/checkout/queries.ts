import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { checkoutDrafts } from '../lifecycle/tables.ts';

/** Stores a draft and deletes expired ones. */
export async function insertCheckoutDraft(db: Db, draft: typeof checkoutDrafts.$inferInsert, now: Date): Promise<void> {
  await db.delete(checkoutDrafts).where(lte(checkoutDrafts.expiresAt, now));
  await db.insert(checkoutDrafts).values(draft);
}

export async function findCheckoutDraft(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db
    .select({ typed: checkoutDrafts.formValues })
    .from(checkoutDrafts)
    .where(and(eq(checkoutDrafts.tokenHash, tokenSha256), gt(checkoutDrafts.expiresAt, now)));
  return row?.typed;
}
