import { type SQLWrapper, sql } from 'drizzle-orm';
import { MOST_COUNTED } from '#shared/lists.ts';
import type { Db } from './database.ts';

/**
 * Returns how many rows a query has: exactly up to {@link MOST_COUNTED}, above it as the planner estimates, rounded to
 * two digits. The cost does not grow with the table.
 */
export async function countRows(db: Db, rows: SQLWrapper): Promise<number> {
  const counted = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${rows} as listed limit ${MOST_COUNTED + 1}) as counted`,
  );
  const count = counted.rows[0]?.count ?? 0;
  if (count <= MOST_COUNTED) return count;
  const explained = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${rows}`,
  );
  const estimate = explained.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  return Math.max(count, Number(estimate.toPrecision(2)));
}
