import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';

/** Locks sample content until the transaction ends. */
export async function lockSampleContent(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7238462)`);
}
