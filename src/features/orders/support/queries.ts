import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Party } from '../lifecycle/contract/enums.ts';
import { changeOrders, orderMessages, supportRequests } from '../lifecycle/tables.ts';

/** Inserts a support request and returns its ID. */
export async function insertSupportRequest(tx: Transaction, request: typeof supportRequests.$inferInsert) {
  const [row] = await tx.insert(supportRequests).values(request).returning({ id: supportRequests.id });
  if (!row) throw new Error('Inserting a support request returned no row.');
  return row.id;
}

/** Sets the party that has to act next on a support request. */
export async function updateSupportNextAction(tx: Transaction, id: number, nextActionBy: Party | null): Promise<void> {
  await tx.update(supportRequests).set({ nextActionBy }).where(eq(supportRequests.id, id));
}

/** Returns the support requests of an order with text and quote, oldest first. */
export function listSupportRequests(db: Db, orderId: number) {
  return db
    .select({
      id: supportRequests.id,
      body: orderMessages.body,
      createdAt: supportRequests.createdAt,
      lines: changeOrders.lineItems,
      total: changeOrders.total,
    })
    .from(supportRequests)
    .leftJoin(orderMessages, eq(orderMessages.id, supportRequests.messageId))
    .leftJoin(changeOrders, eq(changeOrders.supportRequestId, supportRequests.id))
    .where(eq(supportRequests.orderId, orderId))
    .orderBy(asc(supportRequests.id));
}

/** Deletes the quote for a support request that the client hasn't answered. */
export async function deleteOpenSupportQuote(tx: Transaction, requestId: number): Promise<void> {
  await tx
    .delete(changeOrders)
    .where(and(eq(changeOrders.supportRequestId, requestId), isNull(changeOrders.isAccepted)));
}

/** Links a support quote to its invoice. */
export async function updateSupportInvoice(tx: Transaction, quoteId: number, invoiceId: number): Promise<void> {
  await tx.update(changeOrders).set({ invoiceId }).where(eq(changeOrders.id, quoteId));
}
