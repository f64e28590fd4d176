import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Party } from '../contract/life.ts';
import { changeOrders, orderMessages, supportRequests } from '../tables.ts';

/** Keeps a support request; its id. */
export async function insertSupportRequest(
  tx: Transaction,
  request: typeof supportRequests.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(supportRequests).values(request).returning({ id: supportRequests.id });
  if (!row) throw new Error('The support request was not written.');
  return row.id;
}

/** Writes by whom something is to be done with a support request. */
export async function updateSupportNextAction(tx: Transaction, id: number, waitsFor: Party | null): Promise<void> {
  await tx.update(supportRequests).set({ waitsFor }).where(eq(supportRequests.id, id));
}

/** The support requests of an order, oldest first, each with what it is about and what was quoted for it. */
export function listSupportRequests(db: Db, orderId: number) {
  return db
    .select({
      id: supportRequests.id,
      body: orderMessages.body,
      createdAt: supportRequests.createdAt,
      lines: changeOrders.lines,
      total: changeOrders.total,
    })
    .from(supportRequests)
    .leftJoin(orderMessages, eq(orderMessages.id, supportRequests.messageId))
    .leftJoin(changeOrders, eq(changeOrders.supportRequestId, supportRequests.id))
    .where(eq(supportRequests.orderId, orderId))
    .orderBy(asc(supportRequests.id));
}

/** Answers the quote for a support request that waits; null where none does. */
export async function updateSupportQuoteAnswer(
  tx: Transaction,
  requestId: number,
  answer: { readonly accepted: boolean; readonly at: Date },
): Promise<typeof changeOrders.$inferSelect | null> {
  const { accepted, at } = answer;
  const [row] = await tx
    .update(changeOrders)
    .set({ accepted, answeredAt: at })
    .where(and(eq(changeOrders.supportRequestId, requestId), isNull(changeOrders.accepted)))
    .returning();
  return row ?? null;
}

/** Notes which document asks for what was quoted. */
export async function updateSupportInvoice(tx: Transaction, quoteId: number, invoiceId: number): Promise<void> {
  await tx.update(changeOrders).set({ invoiceId }).where(eq(changeOrders.id, quoteId));
}

/** The ids of the documents that ask for support of an order. */
export async function listSupportInvoices(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .select({ id: changeOrders.invoiceId })
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), isNotNull(changeOrders.invoiceId)));
  return rows.flatMap(({ id }) => id ?? []);
}
