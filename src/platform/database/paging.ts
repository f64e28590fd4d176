import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** Which page of a list is asked for: by its number, which counts from 1, or by the row in front of or behind it. */
export interface PageQuery {
  readonly page: number;
  readonly pageSize: number;
  /** The last row of the page in front, as the list's `cursor` column names it. */
  readonly after?: string | number | undefined;
  /** The first row of the page behind. */
  readonly before?: string | number | undefined;
}

/** The order of a list. All keys have the same direction, none is null, and together they are unique. */
export interface ListOrder {
  /** The table that the keys are columns of, or the tables joined. */
  readonly from: SQLWrapper;
  readonly keys: readonly SQLWrapper[];
  readonly descending: boolean;
  /** What `after` and `before` name a row by. */
  readonly cursor: SQLWrapper;
}

/** The part of a statement that finds the rows of a page. */
export interface PagePart {
  /** How the page is found; it changes the statement's text. */
  readonly by: 'number' | 'after' | 'before';
  /** The condition that rows are behind the cursor. */
  readonly seek: SQL | undefined;
  readonly orderBy: SQL[];
  /** The row's keys as texts, for an export to continue behind it. */
  readonly keys: SQL<string[]>;
  readonly limit: number;
  readonly offset: number;
}

/** Rows that follow each other in one order; a list may have several sections, such as what waits before all else. */
export interface ListSection<Row> {
  readonly order: ListOrder;
  readonly select: (part: PagePart) => PromiseLike<Row[]>;
  /** Whether a section that is not the last has the row. */
  readonly has?: (cursor: string | number) => Promise<boolean>;
  /** How many rows a section has that is not the last. */
  readonly count?: () => Promise<number>;
}

/** Returns the terms of ORDER BY for an order, or for the same order backwards. */
export function orderTerms({ keys, descending }: ListOrder, backwards = false): SQL[] {
  return keys.map(descending === backwards ? asc : desc);
}

/** Returns the section of the rows that match `which`, found by their column `id`. */
export function idSection<Id extends PgColumn>(
  db: Db,
  order: ListOrder,
  id: Id,
  which: SQL | undefined,
): ListSection<{ id: Id['_']['data']; keys: string[] }> {
  const select = ({ seek, orderBy, keys, limit, offset }: PagePart) =>
    db
      .select({ id: sql<Id['_']['data']>`${id}`.mapWith(id), keys })
      .from(id.table)
      .where(and(which, seek))
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset);
  return { order, select };
}

/**
 * Lists one page. With a cursor, the cost does not grow with the page's number: the rows behind the cursor's are read in
 * the order of an index. Without one, or if its row is gone, the rows in front of the page are counted off.
 *
 * `value` stands for the cursor's value in a prepared statement.
 */
export async function listPage<Row>(
  query: PageQuery,
  sections: readonly [ListSection<Row>, ...ListSection<Row>[]],
  value?: SQLWrapper,
): Promise<Row[]> {
  const by = query.after === undefined ? 'before' : 'after';
  const cursor = query.after ?? query.before;
  if (cursor !== undefined && query.page > 1) {
    const rows = await listFrom(sections, { by, cursor, value: value ?? sql`${cursor}`, pageSize: query.pageSize });
    // Fewer rows than a page in front of the cursor: the numbers of pages have moved.
    if (by === 'after' ? rows.length > 0 : rows.length === query.pageSize) return rows;
  }
  return listByNumber(sections, query);
}

async function listFrom<Row>(
  sections: readonly ListSection<Row>[],
  {
    by,
    cursor,
    value,
    pageSize,
  }: { by: 'after' | 'before'; cursor: string | number; value: SQLWrapper; pageSize: number },
): Promise<Row[]> {
  const isBackwards = by === 'before';
  let at = 0;
  for (const { has } of sections.slice(0, -1)) {
    if (await has?.(cursor)) break;
    at++;
  }
  const found: Row[] = [];
  for (const [index, { order, select }] of (isBackwards
    ? sections.slice(0, at + 1).toReversed()
    : sections.slice(at)
  ).entries()) {
    if (found.length === pageSize) break;
    const rows = await select({
      ...partOf(order, isBackwards),
      by,
      seek: index === 0 ? isBehindRow(order, value, isBackwards) : undefined,
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
    const rows = await select({ ...partOf(order), by: 'number', seek: undefined, limit, offset });
    found.push(...rows);
    offset = rows.length > 0 ? 0 : offset - ((await count?.()) ?? 0);
  }
  return found;
}

/** Returns what statements of an order share, or of the same order backwards. */
function partOf(order: ListOrder, backwards = false): Pick<PagePart, 'orderBy' | 'keys'> {
  const texts = order.keys.map(key => sql`${key}::text`);
  return { orderBy: orderTerms(order, backwards), keys: sql`array[${sql.join(texts, sql`, `)}]` };
}

function isBeyond({ keys }: ListOrder, place: SQL, descending: boolean): SQL {
  return sql`(${sql.join([...keys], sql`, `)}) ${descending ? sql`<` : sql`>`} (${place})`;
}

function isBehindRow(order: ListOrder, value: SQLWrapper, backwards: boolean): SQL {
  const row = sql`select ${sql.join([...order.keys], sql`, `)} from ${order.from} where ${order.cursor} = ${value}`;
  return isBeyond(order, row, order.descending !== backwards);
}

/** So many rows of an export are read at once; of the first part fewer, so that the export begins soon. */
const PART = 500;
const FIRST_PART = 100;

/**
 * Yields all rows of a list in its order, a part at a time, for an export of any length. Each part continues behind the
 * keys of the last row, so the first begins soon, none holds a connection meanwhile, and a row that is deleted does not
 * end it. A row whose keys change during the export may be missing or appear twice.
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
      const limit = last ? PART : FIRST_PART;
      const found = await select({ ...partOf(order), by: 'after', seek, limit, offset: 0 });
      if (found.length > 0) yield await listRows(found.map(({ id }) => id));
      last = found.length === limit ? found.at(-1)?.keys : undefined;
    } while (last);
  }
}
