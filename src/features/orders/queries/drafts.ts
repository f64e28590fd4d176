import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { orderDrafts } from '../tables.ts';

/** Keeps a draft, and drops those that have ended. */
export async function insertDraft(db: Db, draft: typeof orderDrafts.$inferInsert, now: Date): Promise<void> {
  await db.delete(orderDrafts).where(lte(orderDrafts.endsAt, now));
  await db.insert(orderDrafts).values(draft);
}

export async function findDraft(db: Db, tokenSha256: string, now: Date): Promise<Record<string, string> | undefined> {
  const [row] = await db
    .select({ typed: orderDrafts.typed })
    .from(orderDrafts)
    .where(and(eq(orderDrafts.tokenSha256, tokenSha256), gt(orderDrafts.endsAt, now)));
  return row?.typed;
}
