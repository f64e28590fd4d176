import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { MAX_EXACT_TOTAL, pageOf } from '#shared/lists.ts';
import type { Db } from './database.ts';
import type { PageQuery } from './paging.ts';

/**
 * Returns the number of rows of a query: exact up to {@link MAX_EXACT_TOTAL}, above it the planner's estimate, rounded to
 * two digits. The cost does not grow with the table.
 */
export async function countRows(db: Db, rows: SQLWrapper): Promise<number> {
  const counted = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${rows} as listed limit ${MAX_EXACT_TOTAL + 1}) as counted`,
  );
  const count = counted.rows[0]?.count ?? 0;
  if (count <= MAX_EXACT_TOTAL) return count;
  const plan = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${rows}`,
  );
  const estimate = plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  return Math.max(count, Number(estimate.toPrecision(2)));
}

/** Returns the number of rows of a list. Counts only if the first page is full or another page was requested. */
export async function totalOf(
  { page, pageSize }: Pick<PageQuery, 'page' | 'pageSize'>,
  items: readonly unknown[],
  count: () => Promise<number>,
): Promise<number> {
  return page === 1 && items.length < pageSize ? items.length : count();
}

/**
 * Up to this many search matches are found by index and then sorted. With more, the list's own index is read in order.
 */
const MAX_SORTED = 2000;

interface SearchableList<Item> {
  /** Lists the page. `sorted` selects whether all matches are found by the search index and then sorted. */
  readonly list: (sorted: boolean) => Promise<Item[]>;
  readonly count: () => Promise<number>;
}

/**
 * Returns one page of a list with its total. A search is counted first, since its matches may be anywhere in the list.
 */
export async function searchablePage<Item>(
  query: Pick<PageQuery, 'page' | 'pageSize'> & { readonly search?: string | undefined },
  { list, count }: SearchableList<Item>,
): Promise<ReturnType<typeof pageOf<Item>>> {
  if (!query.search) {
    const items = await list(false);
    return pageOf(query, items, await totalOf(query, items, count));
  }
  const total = await count();
  return pageOf(query, await list(total <= MAX_SORTED), total);
}

/**
 * Returns a condition in a form that finds the matching rows of `id`'s table before sorting them. Otherwise
 * the planner assumes evenly spread matches, and reads the list's index until it has a full page.
 */
export function foundFirst(id: Column, condition: SQLWrapper | undefined): SQL {
  return sql`${id} = any(array(select ${id} from ${id.table} where ${condition}))`;
}
