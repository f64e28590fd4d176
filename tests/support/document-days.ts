import type { Database } from '#platform/database/database.ts';

/**
 * Backdates all issued documents, so the next test can start at an earlier time than the previous one ended. A site
 * never issues a document with an earlier date than the one before.
 */
export async function resetDocumentDays(db: Database): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute("update billing_documents set issued_on = '2000-01-01'");
  });
}

/**
 * Cancels all orders, so deadlines are processed only for later ones. Skips the triggers, which would queue each order
 * for an update of its turn.
 */
export async function cancelAllOrders(db: Database): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute("update orders set status = 'canceled' where status <> 'canceled'");
    await tx.execute('delete from stale_turns');
  });
}
