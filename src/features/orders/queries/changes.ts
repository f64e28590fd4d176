import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { changeQuotes, orders } from '../tables.ts';

export type ChangeRow = typeof changeQuotes.$inferSelect;

/** Writes a quote for a change; null where another one waits for its answer. */
export async function insertChange(
  tx: Transaction,
  change: typeof changeQuotes.$inferInsert,
): Promise<ChangeRow | null> {
  const [row] = await tx.insert(changeQuotes).values(change).onConflictDoNothing().returning();
  return row ?? null;
}

/** Answers the quote that waits; null where it was answered, or is another order's. */
export async function updateChange(
  tx: Transaction,
  answer: { readonly id: number; readonly orderId: number; readonly accepted: boolean; readonly at: Date },
): Promise<ChangeRow | null> {
  const { id, orderId, accepted, at } = answer;
  const [row] = await tx
    .update(changeQuotes)
    .set({ accepted, answeredAt: at })
    .where(and(eq(changeQuotes.id, id), eq(changeQuotes.orderId, orderId), isNull(changeQuotes.accepted)))
    .returning();
  return row ?? null;
}

/** Makes a change part of its order: its lines and its price. */
export async function updateOrderPrice(tx: Transaction, change: ChangeRow): Promise<void> {
  await tx
    .update(orders)
    .set({
      lines: sql`${orders.lines} || ${JSON.stringify(change.lines)}::jsonb`,
      total: sql`${orders.total} + ${change.total}`,
      updatedAt: change.answeredAt ?? change.createdAt,
    })
    .where(eq(orders.id, change.orderId));
}
