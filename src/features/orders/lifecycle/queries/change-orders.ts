import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
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

/** Answers an open change order; returns null if it is answered or belongs to another order. */
export async function updateChangeOrderAnswer(
  tx: Transaction,
  answer: { readonly id: number; readonly orderId: number; readonly accepted: boolean; readonly at: Date },
): Promise<ChangeOrderRow | null> {
  const { id, orderId, accepted, at } = answer;
  const [row] = await tx
    .update(changeOrders)
    .set({ isAccepted: accepted, answeredAt: at })
    .where(
      and(
        eq(changeOrders.id, id),
        eq(changeOrders.orderId, orderId),
        isNull(changeOrders.isAccepted),
        isNull(changeOrders.supportRequestId),
      ),
    )
    .returning();
  return row ?? null;
}

/** Returns the change orders of an order, oldest first. */
export function listChangeOrders(db: Db, orderId: number): Promise<ChangeOrderRow[]> {
  return db
    .select()
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), isNull(changeOrders.supportRequestId)))
    .orderBy(asc(changeOrders.id));
}

/** Returns the IDs of an order's support invoices. */
export async function listSupportInvoices(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .select({ id: changeOrders.invoiceId })
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), isNotNull(changeOrders.invoiceId)));
  return rows.flatMap(({ id }) => id ?? []);
}
