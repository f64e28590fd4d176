import { sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';

/** Tables of offers. The payment terms belong to every site and remain. */
const offerTables = [
  'plans',
  'services',
  'custom_package_details',
  'consultation_options',
  'consultation_features',
  'specialized_services',
] as const;

/** Returns how many offers of the sample content are unchanged. */
export async function countSampleOffers(db: Db): Promise<number> {
  const counts = offerTables.map(table => sql`(select count(*)::int from ${sql.identifier(table)} where is_sample)`);
  const { rows } = await db.execute<{ count: number }>(sql`select ${sql.join(counts, sql` + `)} as count`);
  return rows[0]?.count ?? 0;
}

export async function deleteSampleOffers(tx: Transaction): Promise<void> {
  for (const table of offerTables) await tx.execute(sql`delete from ${sql.identifier(table)} where is_sample`);
}
