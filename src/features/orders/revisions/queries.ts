import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { ChangeOrderRow } from '../lifecycle/queries/change-orders.ts';
import { changeOrders } from '../lifecycle/tables.ts';

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
