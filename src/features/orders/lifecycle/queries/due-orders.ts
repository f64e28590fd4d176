import { eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { orderReminders } from '../tables.ts';

const BATCH = 500;

/**
 * Returns up to 500 orders with an ID above `after` that may have something due: open ones, and those with unpaid
 * invoices, such as of support (term 13) or after a refund. Idle ones count when their support or subscription period
 * ends. Uses indexes `orders_open_idx` and `document_balances_open`.
 */
export async function listOrdersToProcess(
  db: Db,
  { now, today, after }: { readonly now: Date; readonly today: string; readonly after: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    (select id from orders
    where id > ${after}
      -- Must match the condition of the index.
      and status not in ('paid', 'closed', 'declined', 'expired', 'canceled', 'refunded')
      and (status <> 'delivered' or exists (
        select from order_events delivery
        where delivery.order_id = orders.id and delivery.transition = 'deliver'
          -- A day in the owner's time zone may be an hour short.
          and delivery.occurred_at <= ${now}::timestamptz + interval '2 hours' - (offer_snapshot ->> 'supportDays')::integer * interval '24 hours'
      ) and (kind <> 'project' or exists (
        select from order_events download where download.order_id = orders.id and download.type = 'downloaded'
      )))
      and (kind <> 'service' or status <> 'in_progress' or exists (
        select from subscriptions
        where order_id = orders.id and (
          ends_on < ${today}::date
          or next_invoice_on <= ${today}::date and paused_from is null and ends_on is null
        )
      ))
    order by id
    limit ${BATCH})
    union
    (select distinct document.order_id
    from document_balances balance join billing_documents document on document.id = balance.document_id
    where balance.owed > 0 and document.order_id > ${after}
    order by document.order_id
    limit ${BATCH})
    order by id
    limit ${BATCH}`);
  return rows.map(({ id }) => id);
}

/** Returns the reminders already sent for an order. */
export function listSentReminders(db: Db, orderId: number) {
  return db
    .select({ kind: orderReminders.kind, about: orderReminders.dedupeKey })
    .from(orderReminders)
    .where(eq(orderReminders.orderId, orderId));
}

/** Records a sent reminder; returns false if it already was. */
export async function insertSentReminder(tx: Transaction, reminder: typeof orderReminders.$inferInsert) {
  const inserted = await tx.insert(orderReminders).values(reminder).onConflictDoNothing().returning();
  return inserted.length > 0;
}
