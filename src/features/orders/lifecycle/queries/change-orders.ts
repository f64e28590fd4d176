import type { Transaction } from '#platform/database/database.ts';
import { changeOrders } from '../tables.ts';

export type ChangeOrderRow = typeof changeOrders.$inferSelect;

/** Inserts a change order; returns null if another one is open. */
export async function insertChangeOrder(
  tx: Transaction,
  change: typeof changeOrders.$inferInsert,
): Promise<ChangeOrderRow | null> {
  const [row] = await tx.insert(changeOrders).values(change).onConflictDoNothing().returning();
  return row ?? null;
}
