import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { orderContentItems, orders } from '../lifecycle/tables.ts';

/** Replaces the quote of an order. */
export async function updateOrderQuote(
  tx: Transaction,
  id: number,
  quote: Pick<
    typeof orders.$inferSelect,
    | 'title'
    | 'lineItems'
    | 'tax'
    | 'total'
    | 'isUrgent'
    | 'offerSnapshot'
    | 'agreedTerms'
    | 'quoteExpiresOn'
    | 'installments'
    | 'quoteNote'
    | 'updatedAt'
  >,
): Promise<void> {
  await tx.update(orders).set(quote).where(eq(orders.id, id));
}

/** Deletes content items by position. */
export async function deleteContentItems(
  tx: Transaction,
  orderId: number,
  positions: readonly number[],
): Promise<void> {
  if (positions.length === 0) return;
  await tx
    .delete(orderContentItems)
    .where(and(eq(orderContentItems.orderId, orderId), inArray(orderContentItems.position, [...positions])));
}
