import { and, arrayContains, count, eq, gt, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { pictureColumns } from '#features/media/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { ListQuery } from '#platform/database/list-query.ts';
import { type ListOrder, listPage, orderTerms, type PagePart } from '#platform/database/paging.ts';
import { matchesSearch, type SearchIndex } from '#platform/database/search.ts';
import type { EntrySource } from './entries.ts';
import type { EntryTable } from '../tables.ts';

/** Selects the overrides for search engines and social cards; join the picture by `socialImageId`. */
export const seoColumns = <Table extends EntryTable<PgColumn>>(table: Table) => ({
  canonicalUrl: table.canonicalUrl as Table['canonicalUrl'],
  title: table.metaTitle as Table['metaTitle'],
  description: table.metaDescription as Table['metaDescription'],
  socialTitle: table.socialTitle as Table['socialTitle'],
  socialDescription: table.socialDescription as Table['socialDescription'],
  cardPicture: pictureColumns,
});

interface CardRow<Id> {
  readonly id: Id;
  readonly category: string;
  readonly tags: string[];
  readonly publishedAt: Date | string;
}

/** A query of cards, as far as these functions extend it. */
interface CardQuery<Row> {
  where: (condition: SQL | undefined) => PromiseLike<Row[]> & {
    orderBy: (...terms: SQL[]) => { limit: (limit: number) => PromiseLike<Row[]> };
  };
}

interface PublicEntriesOptions<Id extends PgColumn, Row extends CardRow<Id['_']['data']>, Card, Sort extends string> {
  readonly source: EntrySource<Id>;
  readonly searchIndex: SearchIndex;
  /** The orders by a column, or in terms that no cursor can continue. */
  readonly orders: Readonly<Record<Sort, { key: SQLWrapper; descending: boolean } | { orderBy: SQL[] }>>;
  readonly selectCards: (db: Db) => CardQuery<Row>;
  readonly toCard: (row: Row) => Card;
}

/** How many of a category's newest entries are ranked for "related", so the cost doesn't grow with the site. */
const RELATED_CANDIDATES = 48;

/** Creates the queries of public posts or projects: lists, and the surroundings of an entry. */
export const createPublicEntries = <
  Id extends PgColumn,
  Row extends CardRow<Id['_']['data']>,
  Card,
  Sort extends string,
>({
  source,
  searchIndex,
  orders,
  selectCards,
  toCard,
}: PublicEntriesOptions<Id, Row, Card, Sort>) => {
  const { noun, feature, tags: cacheTags, table, slug, publishedAt } = source;
  type Position = Pick<Row, 'id' | 'publishedAt'>;

  const by = (key: SQLWrapper, descending: boolean): ListOrder => ({
    from: table,
    keys: [key, table.id],
    descending,
    cursor: table.id,
  });
  const newest = orderTerms(by(publishedAt, true));
  const oldest = orderTerms(by(publishedAt, false));

  function matching(query: ListQuery): SQL | undefined {
    return and(
      table.isPublic,
      query.category ? eq(table.category, query.category) : undefined,
      query.tag ? arrayContains(table.tags, [query.tag]) : undefined,
      query.search ? matchesSearch(searchIndex, query.search) : undefined,
    );
  }

  /** Finds the rows of a page. */
  function find(db: Db, query: ListQuery, part: Omit<PagePart, 'keys' | 'seek'> & Partial<Pick<PagePart, 'seek'>>) {
    return db
      .select({ id: sql<Id['_']['data']>`${table.id}` })
      .from(table)
      .where(and(matching(query), part.seek))
      .orderBy(...part.orderBy)
      .limit(part.limit)
      .offset(part.offset);
  }

  async function findNeighbor(db: Db, entry: Position, side: 'newer' | 'older') {
    const beyond = side === 'newer' ? gt : lt;
    const [row] = await db
      .select({ id: sql<Id['_']['data']>`${table.id}`, slug: sql<string>`${slug}`, title: table.title })
      .from(table)
      .where(
        and(
          table.isPublic,
          or(
            beyond(publishedAt, entry.publishedAt),
            and(eq(publishedAt, entry.publishedAt), beyond(table.id, entry.id)),
          ),
        ),
      )
      .orderBy(...(side === 'newer' ? oldest : newest))
      .limit(1);
    return row ?? null;
  }

  /** Returns three entries of the same category: most shared tags first, then newest. */
  async function listRelated(db: Db, { id, category, tags }: Pick<Row, 'category' | 'id' | 'tags'>): Promise<Card[]> {
    const rows = await selectCards(db)
      .where(and(table.isPublic, eq(table.category, category), ne(table.id, id)))
      .orderBy(...newest)
      .limit(RELATED_CANDIDATES);
    const shared = (row: Row) => row.tags.filter(tag => tags.includes(tag)).length;
    return rows
      .toSorted((one, other) => shared(other) - shared(one))
      .slice(0, 3)
      .map(toCard);
  }

  /**
   * Returns one page. One statement finds the rows in an index and is cheap to plan for each filter value; another,
   * planned once, joins the data of the cards.
   */
  async function list(db: Db, query: ListQuery & { readonly sort: Sort }): Promise<Card[]> {
    const { page, pageSize } = query;
    const order = orders[query.sort];
    const found = await ('orderBy' in order
      ? find(db, query, { ...order, limit: pageSize, offset: (page - 1) * pageSize })
      : listPage(query, [{ order: by(order.key, order.descending), select: part => find(db, query, part) }]));
    const ids = found.map(({ id }) => id);
    const rows = await selectCards(db).where(eq(table.id, sql`any(${sql.param(ids)})`));
    const cards = new Map(rows.map(row => [row.id, toCard(row)]));
    return found.flatMap(({ id }) => cards.get(id) ?? []);
  }

  /** Returns the number of entries that match the filters. */
  async function countMatches(db: Db, query: ListQuery): Promise<number> {
    const [row] = await db.select({ total: count() }).from(table).where(matching(query));
    return row?.total ?? 0;
  }

  /** Returns the adjacent and related entries. */
  async function getSurroundings(db: Db, entry: Pick<Row, 'category' | 'id' | 'publishedAt' | 'tags'>) {
    const [next, previous, related] = await Promise.all([
      findNeighbor(db, entry, 'newer'),
      findNeighbor(db, entry, 'older'),
      listRelated(db, entry),
    ]);
    return { next, previous, related };
  }

  /** Returns the IDs of the entries before and after an entry. */
  async function listNeighborIds(db: Db, entry: { id: Row['id']; publishedAt: Row['publishedAt'] | null }) {
    const { id, publishedAt: at } = entry;
    if (at === null) return [];
    const newer = await findNeighbor(db, { id, publishedAt: at }, 'newer');
    const older = await findNeighbor(db, { id, publishedAt: at }, 'older');
    return [newer, older].flatMap(neighbor => neighbor?.id ?? []);
  }

  return {
    noun,
    feature,
    tags: cacheTags,
    searchIndex,
    newest,
    list,
    count: countMatches,
    getSurroundings,
    listNeighborIds,
  };
};
