import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
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
    .where(
      and(
        eq(changeQuotes.id, id),
        eq(changeQuotes.orderId, orderId),
        isNull(changeQuotes.accepted),
        isNull(changeQuotes.supportRequestId),
      ),
    )
    .returning();
  return row ?? null;
}

/** Writes what an order comes to by now. */
export async function updateOrderPrice(
  tx: Transaction,
  orderId: number,
  price: Pick<typeof orders.$inferSelect, 'lines' | 'tax' | 'total' | 'isUrgent' | 'updatedAt'>,
): Promise<void> {
  await tx.update(orders).set(price).where(eq(orders.id, orderId));
}

/** The quotes for changes of an order, oldest first. */
export function listChanges(db: Db, orderId: number): Promise<ChangeRow[]> {
  return db
    .select()
    .from(changeQuotes)
    .where(and(eq(changeQuotes.orderId, orderId), isNull(changeQuotes.supportRequestId)))
    .orderBy(asc(changeQuotes.id));
}
