import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { changeOrders } from '../tables.ts';

/** Returns the IDs of an order's support invoices. */
export async function listSupportInvoices(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .select({ id: changeOrders.invoiceId })
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), isNotNull(changeOrders.invoiceId)));
  return rows.flatMap(({ id }) => id ?? []);
}
