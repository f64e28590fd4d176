import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { changeOrders } from '../tables.ts';

/** Inserts a change order; returns null if another one is open. */
export async function insertChangeOrder(tx: Transaction, change: typeof changeOrders.$inferInsert) {
  const [row] = await tx.insert(changeOrders).values(change).onConflictDoNothing().returning();
  return row ?? null;
}

/** Answers the open quote for a change (`id`) or for support (`supportRequestId`) of an order; null if none is open. */
export async function updateQuoteAnswer(
  tx: Transaction,
  quote: { readonly orderId: number } & ({ readonly id: number } | { readonly supportRequestId: number }),
  answer: { readonly isAccepted: boolean; readonly answeredAt: Date },
) {
  const isQuote =
    'id' in quote
      ? and(eq(changeOrders.id, quote.id), isNull(changeOrders.supportRequestId))
      : eq(changeOrders.supportRequestId, quote.supportRequestId);
  const [row] = await tx
    .update(changeOrders)
    .set(answer)
    .where(and(isQuote, eq(changeOrders.orderId, quote.orderId), isNull(changeOrders.isAccepted)))
    .returning();
  return row ?? null;
}

/** Returns the change orders of an order, oldest first. */
export function listChangeOrders(db: Db, orderId: number) {
  return db
    .select()
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), isNull(changeOrders.supportRequestId)))
    .orderBy(asc(changeOrders.id));
}

/** Returns the IDs of an order's support invoices. */
export async function listSupportInvoices(db: Db, orderId: number) {
  const rows = await db
    .select({ id: changeOrders.invoiceId })
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), isNotNull(changeOrders.invoiceId)));
  return rows.flatMap(({ id }) => id ?? []);
}
