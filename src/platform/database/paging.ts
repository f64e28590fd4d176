import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** The page of a list: by its number, starting at 1, or by the row before or after it. */
export interface PageQuery {
  readonly page: number;
  readonly pageSize: number;
  /** The last row of the previous page, by the list's `cursor` column. */
  readonly after?: string | number | undefined;
  /** The first row of the next page. */
  readonly before?: string | number | undefined;
}

/** The order of a list. All keys have the same direction, none is null, and together they are unique. */
export interface ListOrder {
  /** The table that the keys are columns of, or the tables joined. */
  readonly from: SQLWrapper;
  readonly keys: readonly SQLWrapper[];
  readonly descending: boolean;
  /** The column that `after` and `before` refer to. */
  readonly cursor: SQLWrapper;
}

/** The part of a statement that finds the rows of a page. */
export interface PagePart {
  /** The condition that rows come after the cursor. */
  readonly seek: SQL | undefined;
  readonly orderBy: SQL[];
  /** The row's keys as texts, so an export can continue after it. */
  readonly keys: SQL<string[]>;
  readonly limit: number;
  readonly offset: number;
}

/** Rows in one order. A list can have several sections, such as comments to review before the rest. */
export interface ListSection<Row> {
  readonly order: ListOrder;
  readonly select: (part: PagePart) => PromiseLike<Row[]>;
  /** Returns whether the section has the row. Required unless the section is the last. */
  readonly has?: (cursor: string | number) => Promise<boolean>;
  /** Returns the number of rows. Required unless the section is the last. */
  readonly count?: () => Promise<number>;
}

/** Returns the ORDER BY terms of an order, or of its reverse. */
export function orderTerms({ keys, descending }: ListOrder, backwards = false): SQL[] {
  return keys.map(descending === backwards ? asc : desc);
}

/** Returns the section of the rows that match `condition`, found by their column `id`. */
export function idSection<Id extends PgColumn>(
  db: Db,
  order: ListOrder,
  id: Id,
  condition: SQL | undefined,
): ListSection<{ id: Id['_']['data']; keys: string[] }> {
  const select = ({ seek, orderBy, keys, limit, offset }: PagePart) =>
    db
      .select({ id: sql<Id['_']['data']>`${id}`.mapWith(id), keys })
      .from(id.table)
      .where(and(condition, seek))
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset);
  return { order, select };
}

/**
 * Returns one page. With a cursor, the cost does not grow with the page number: rows after the cursor's row are read
 * from an index. Without one, or if its row no longer exists, the rows before the page are skipped.
 */
export async function listPage<Row>(
  query: PageQuery,
  sections: readonly [ListSection<Row>, ...ListSection<Row>[]],
): Promise<Row[]> {
  const by = query.after === undefined ? 'before' : 'after';
  const cursor = query.after ?? query.before;
  if (cursor !== undefined && query.page > 1) {
    const rows = await listFrom(sections, { by, cursor, pageSize: query.pageSize });
    // Fewer than a page of rows remain before the cursor, so the page numbers have shifted.
    if (by === 'after' ? rows.length > 0 : rows.length === query.pageSize) return rows;
  }
  return listByNumber(sections, query);
}

async function listFrom<Row>(
  sections: readonly ListSection<Row>[],
  { by, cursor, pageSize }: { by: 'after' | 'before'; cursor: string | number; pageSize: number },
): Promise<Row[]> {
  const isBackwards = by === 'before';
  let start = 0;
  for (const { has } of sections.slice(0, -1)) {
    if (await has?.(cursor)) break;
    start++;
  }
  const found: Row[] = [];
  for (const [index, { order, select }] of (isBackwards
    ? sections.slice(0, start + 1).toReversed()
    : sections.slice(start)
  ).entries()) {
    if (found.length === pageSize) break;
    const rows = await select({
      ...getPagePart(order, isBackwards),
      seek: index === 0 ? isBehindRow(order, cursor, isBackwards) : undefined,
      limit: pageSize - found.length,
      offset: 0,
    });
    found.push(...rows);
  }
  return isBackwards ? found.toReversed() : found;
}

async function listByNumber<Row>(sections: readonly ListSection<Row>[], { page, pageSize }: PageQuery): Promise<Row[]> {
  const found: Row[] = [];
  let offset = (page - 1) * pageSize;
  for (const { order, select, count } of sections) {
    const limit = pageSize - found.length;
    if (limit === 0) break;
    const rows = await select({ ...getPagePart(order), seek: undefined, limit, offset });
    found.push(...rows);
    offset = rows.length > 0 ? 0 : offset - ((await count?.()) ?? 0);
  }
  return found;
}

/** Returns the parts that all statements of an order, or of its reverse, share. */
function getPagePart(order: ListOrder, backwards = false): Pick<PagePart, 'orderBy' | 'keys'> {
  const texts = order.keys.map(key => sql`${key}::text`);
  return { orderBy: orderTerms(order, backwards), keys: sql`array[${sql.join(texts, sql`, `)}]` };
}

function isBeyond({ keys }: ListOrder, position: SQL, descending: boolean): SQL {
  return sql`(${sql.join([...keys], sql`, `)}) ${descending ? sql`<` : sql`>`} (${position})`;
}

function isBehindRow(order: ListOrder, cursor: string | number, backwards: boolean): SQL {
  const row = sql`select ${sql.join([...order.keys], sql`, `)} from ${order.from} where ${order.cursor} = ${cursor}`;
  return isBeyond(order, row, order.descending !== backwards);
}

/** Rows per batch of an export. The first batch is smaller, so the export starts soon. */
const BATCH_SIZE = 500;
const FIRST_BATCH_SIZE = 100;

/**
 * Yields all rows of a list in order, in batches, for an export of any length. Each batch continues after the keys of
 * the last row, so no connection is held between batches and deleted rows don't end the export. A row whose keys change
 * during the export may be missing or appear twice.
 */
export async function* listInParts<Id, Row>(
  sections: readonly ListSection<{ id: Id; keys: string[] }>[],
  listRows: (ids: Id[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (const { order, select } of sections) {
    let last: string[] | undefined;
    do {
      const seek =
        last &&
        isBeyond(
          order,
          sql.join(
            last.map(key => sql`${key}`),
            sql`, `,
          ),
          order.descending,
        );
      const limit = last ? BATCH_SIZE : FIRST_BATCH_SIZE;
      const found = await select({ ...getPagePart(order), seek, limit, offset: 0 });
      if (found.length > 0) yield await listRows(found.map(({ id }) => id));
      last = found.length === limit ? found.at(-1)?.keys : undefined;
    } while (last);
  }
}
