import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { billingDocuments, billingDocumentSequences } from '../tables.ts';

/** Returns a message for each series whose numbers have gaps or don't match its counter. */
export async function findDocumentNumberProblems(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ series: string; year: number; count: number; last: number }>(sql`
    select coalesce(document.series, sequence.series) as series, coalesce(document.year, sequence.year) as year,
      coalesce(document.count, 0) as count, coalesce(sequence.last_number, 0) as last
    from (
      select series, year, count(*)::int as count, max(sequence) as highest from ${billingDocuments} group by 1, 2
    ) document
    full join ${billingDocumentSequences} sequence using (series, year)
    where document.count is distinct from sequence.last_number or document.highest is distinct from sequence.last_number
    order by 2, 1`);
  return rows.map(({ series, year, count, last }) => {
    const numbers = `${series === '' ? '' : `${series}-`}${year}`;
    return `Billing documents ${numbers}: ${count} exist, but the last number is ${last}.`;
  });
}
