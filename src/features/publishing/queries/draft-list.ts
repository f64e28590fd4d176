import { and, eq, ilike, inArray, isNotNull, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { pictureColumns } from '#features/media/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import { countRows, foundFirst } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms, type PageQuery } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { DraftFilter } from '../contract/schemas.ts';
import type { EntrySource } from './entries.ts';
import type { EntryRow, EntryTable } from '../tables.ts';

/** Selects the latest text of a column: for a published entry it may be in `unpublishedChanges`. */
export const latestText = (table: Pick<EntryTable<PgColumn>, 'unpublishedChanges'>, column: PgColumn) =>
  sql<string>`coalesce(${table.unpublishedChanges} ->> ${sql.raw(`'${column.name}'`)}, ${column})`;

/** Selects the latest cover of an entry. */
export const latestCoverId = (table: Pick<EntryTable<PgColumn>, 'coverImageId' | 'unpublishedChanges'>) =>
  sql`case when ${table.unpublishedChanges} is null then ${table.coverImageId} else ${table.unpublishedChanges} ->> 'coverImageId' end`;

/** The columns that the draft lists of posts and projects share; join the picture by `latestCoverId`. */
export const draftSummaryColumns = <Table extends EntryTable<PgColumn>>(table: Table) => ({
  id: table.id as Table['id'],
  title: latestText(table, table.title),
  category: latestText(table, table.category),
  tags: table.tags as Table['tags'],
  status: table.status as Table['status'],
  cover: pictureColumns,
  likes: table.likes as Table['likes'],
  hasUnpublishedChanges: sql<boolean>`${table.unpublishedChanges} is not null`,
  isSample: table.isSample as Table['isSample'],
  editedAt: table.editedAt as Table['editedAt'],
  scheduledFor: table.scheduledFor as Table['scheduledFor'],
  submittedAt: table.submittedAt as Table['submittedAt'],
  deletedAt: table.deletedAt as Table['deletedAt'],
});

type Dates = Pick<EntryRow, 'deletedAt' | 'editedAt' | 'scheduledFor' | 'submittedAt'>;

/** Formats the dates of a draft as instants. */
export const formatDraftDates = ({ editedAt, scheduledFor, submittedAt, deletedAt }: Dates) => ({
  editedAt: editedAt.toISOString(),
  scheduledFor: scheduledFor?.toISOString() ?? null,
  submittedAt: submittedAt?.toISOString() ?? null,
  deletedAt: deletedAt?.toISOString() ?? null,
});

export type DraftQuery = DraftFilter & PageQuery;

interface DraftListOptions<Id extends PgColumn, Row, Summary> {
  readonly source: EntrySource<Id>;
  /** Returns the condition that an entry is the user's own. */
  readonly isOwn: (db: Db, viewer: AuthenticatedActor) => SQL | undefined;
  readonly select: (db: Db, condition: SQL | undefined, orderBy: SQL[]) => Promise<Row[]>;
  readonly toSummary: (row: Row, viewer: AuthenticatedActor) => Summary;
}

/** Creates the queries of the entries that a user may edit: their own, or all for the owner. */
export const createDraftList = <Id extends PgColumn, Row, Summary>({
  source: { table, slug, publishedAt },
  isOwn,
  select,
  toSummary,
}: DraftListOptions<Id, Row, Summary>) => {
  const title = latestText(table, table.title);
  const by = (key: SQLWrapper, descending: boolean): ListOrder => ({
    from: table,
    keys: [key, table.id],
    descending,
    cursor: table.id,
  });
  const published = (otherwise: 'infinity' | '-infinity') =>
    sql`coalesce(${publishedAt}, ${sql.raw(`'${otherwise}'::${publishedAt.getSQLType()}`)})`;
  const byTitle = sql`lower(${title})`;
  const orders: Readonly<Record<DraftFilter['sort'], ListOrder>> = {
    edited_desc: by(table.editedAt, true),
    edited_asc: by(table.editedAt, false),
    title_asc: by(byTitle, false),
    title_desc: by(byTitle, true),
    published_desc: by(published('-infinity'), true),
    published_asc: by(published('infinity'), false),
  };

  const isEditable = (db: Db, viewer: AuthenticatedActor) => (viewer.role === 'owner' ? undefined : isOwn(db, viewer));

  function matching(db: Db, viewer: AuthenticatedActor, filter: DraftFilter): SQL | undefined {
    const { search, status, category, author } = filter;
    const own = isOwn(db, viewer);
    const isWaiting = and(eq(table.status, 'published'), isNotNull(table.submittedAt));
    return and(
      isEditable(db, viewer),
      status === 'deleted' ? isNotNull(table.deletedAt) : isNull(table.deletedAt),
      status === 'in_review' ? or(eq(table.status, status), isWaiting) : undefined,
      status && status !== 'deleted' && status !== 'in_review' ? eq(table.status, status) : undefined,
      category ? eq(latestText(table, table.category), category) : undefined,
      author === 'me' ? own : undefined,
      author === 'others' && own ? not(own) : undefined,
      search ? or(ilike(title, toLikePattern(search)), ilike(slug, toLikePattern(search))) : undefined,
    );
  }

  /** Returns one page. `sorted` selects whether all matches are found first and then sorted. */
  async function list(
    db: Db,
    viewer: AuthenticatedActor,
    query: DraftQuery,
    { sorted }: { sorted: boolean },
  ): Promise<Summary[]> {
    const matches = matching(db, viewer, query);
    const condition = sorted ? foundFirst(table.id, matches) : matches;
    // Find the page in an index-only scan before reading its rows.
    const order = orders[query.sort];
    const ids = (await listPage(query, [idSection(db, order, table.id, condition)])).map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await select(db, inArray(table.id, ids), orderTerms(order));
    return rows.map(row => toSummary(row, viewer));
  }

  /** Returns the number of entries that match the filters. */
  function count(db: Db, viewer: AuthenticatedActor, filter: DraftFilter): Promise<number> {
    const matches = matching(db, viewer, filter);
    return countRows(db, db.select({ one: sql`1` }).from(table).where(matches));
  }

  /** Returns an entry as a row of the list if the user may edit it. */
  async function find(db: Db, viewer: AuthenticatedActor, id: Id['_']['data']): Promise<Summary | undefined> {
    const [row] = await select(db, and(eq(table.id, id), isEditable(db, viewer)), []);
    return row && toSummary(row, viewer);
  }

  return { isEditable, list, count, find };
};

export type DraftList<Id, Summary> = ReturnType<
  typeof createDraftList<PgColumn & { readonly _: { readonly data: Id } }, unknown, Summary>
>;
