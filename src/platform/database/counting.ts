import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { MOST_COUNTED, pageOf } from '#shared/lists.ts';
import type { Db } from './database.ts';
import type { PageQuery } from './paging.ts';

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

/** Returns how many rows a list has. A first page that isn't full shows it, so only longer lists are counted. */
export async function totalOf(
  { page, pageSize }: Pick<PageQuery, 'page' | 'pageSize'>,
  items: readonly unknown[],
  count: () => Promise<number>,
): Promise<number> {
  return page === 1 && items.length < pageSize ? items.length : count();
}

/** Up to so many rows are sorted after a search's index has found them. Of more, the list's own index is read in order. */
const MOST_SORTED = 2000;

/** A list that can be searched. */
interface SearchableList<Item> {
  /** Lists the page. `sorted` is whether to find all matches by the search's index and sort them. */
  readonly list: (sorted: boolean) => Promise<Item[]>;
  readonly count: () => Promise<number>;
}

/** Returns one page of a list with its total. A search is counted first, since its matches may lie anywhere. */
export async function searchablePage<Item>(
  query: Pick<PageQuery, 'page' | 'pageSize'> & { readonly search?: string | undefined },
  { list, count }: SearchableList<Item>,
): Promise<ReturnType<typeof pageOf<Item>>> {
  if (!query.search) {
    const items = await list(false);
    return pageOf(query, items, await totalOf(query, items, count));
  }
  const total = await count();
  return pageOf(query, await list(total <= MOST_SORTED), total);
}

/**
 * Returns the condition `which` so that the rows of `id`'s table that match are found before they are sorted. Otherwise
 * the planner expects matches everywhere in the list's order, and reads the order until it has found a page of them.
 */
export function foundFirst(id: Column, which: SQLWrapper | undefined): SQL {
  return sql`${id} = any(array(select ${id} from ${id.table} where ${which}))`;
}
