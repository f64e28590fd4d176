import type { Database } from '#platform/database/database.ts';

/**
 * Dates all documents that were issued to long ago, so that the next test may begin at an earlier time than the last one
 * ended: the documents of a site never go back in date.
 */
export async function resetDocumentDays(db: Database): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute("update billing_documents set issued_on = '2000-01-01'");
  });
}
