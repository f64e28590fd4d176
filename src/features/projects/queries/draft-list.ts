import { and, eq, ilike, inArray, isNotNull, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import { countRows, foundFirst } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { DraftFilter, DraftSummary, DraftQuery } from '../contract/drafts.ts';
import { isOwnProject } from '../rules/authors.ts';
import { projects } from '../tables.ts';

/** The latest content: for a published project it may be in `pending`. */
const written = (key: 'title' | 'summary' | 'category') =>
  sql<string>`coalesce(${projects.unpublishedChanges} ->> ${sql.raw(`'${key}'`)}, ${projects[key]})`;

const title = written('title');
const coverImageId = sql`case when ${projects.unpublishedChanges} is null then ${projects.coverImageId} else ${projects.unpublishedChanges} ->> 'coverImageId' end`;

const lineColumns = {
  id: projects.id,
  title,
  summary: written('summary'),
  category: written('category'),
  tags: projects.tags,
  status: projects.status,
  authorName: sql<string>`coalesce(${users.name}, ${projects.owner})`,
  authorId: projects.authorId,
  cover: pictureColumns,
  priceMinor: sql<MinorUnits>`coalesce((${projects.unpublishedChanges} #>> '{price,minor}')::integer, ${projects.priceAmount})`,
  currency: sql<string>`coalesce(${projects.unpublishedChanges} #>> '{price,currency}', ${projects.currency})`,
  starsTenths: projects.ratingTenths,
  likes: projects.likes,
  forks: projects.forks,
  words: projects.wordCount,
  hasUnpublishedChanges: sql<boolean>`${projects.unpublishedChanges} is not null`,
  isSample: projects.isSample,
  editedAt: projects.editedAt,
  publishedAt: projects.publishedOn,
  scheduledFor: projects.scheduledFor,
  submittedAt: projects.submittedAt,
  deletedAt: projects.deletedAt,
};

const by = (key: SQLWrapper, descending: boolean): ListOrder => ({
  from: projects,
  keys: [key, projects.id],
  descending,
  cursor: projects.id,
});
const published = (otherwise: 'infinity' | '-infinity') =>
  sql`coalesce(${projects.publishedOn}, ${sql.raw(`'${otherwise}'`)}::date)`;
const byTitle = sql`lower(${title})`;
const orders: Readonly<Record<DraftFilter['sort'], ListOrder>> = {
  edited_desc: by(projects.editedAt, true),
  edited_asc: by(projects.editedAt, false),
  title_asc: by(byTitle, false),
  title_desc: by(byTitle, true),
  published_desc: by(published('-infinity'), true),
  published_asc: by(published('infinity'), false),
};

function selectLines(db: Db) {
  return db
    .select(lineColumns)
    .from(projects)
    .leftJoin(users, eq(users.id, projects.authorId))
    .leftJoin(pictures, eq(pictures.id, coverImageId));
}

type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

function toLine(
  { authorId, priceMinor, currency, starsTenths, ...row }: LineRow,
  viewer: AuthenticatedActor,
): DraftSummary {
  return {
    ...row,
    isOwn: isOwnProject(viewer, authorId),
    price: { minor: priceMinor, currency },
    stars: starsTenths / 10,
    editedAt: row.editedAt.toISOString(),
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

/** Restricts to the projects that the user may edit: their own, or all for the owner. */
function writableBy({ userId, role }: AuthenticatedActor): SQL | undefined {
  return role === 'owner' ? undefined : eq(projects.authorId, userId);
}

function matching(
  viewer: AuthenticatedActor,
  { search, status, category, author }: Omit<DraftFilter, 'sort'>,
): SQL | undefined {
  const mine = eq(projects.authorId, viewer.userId);
  const nobodys = isNull(projects.authorId);
  const waits = and(eq(projects.status, 'published'), isNotNull(projects.submittedAt));
  return and(
    writableBy(viewer),
    status === 'deleted' ? isNotNull(projects.deletedAt) : isNull(projects.deletedAt),
    status === 'in_review' ? or(eq(projects.status, status), waits) : undefined,
    status && status !== 'deleted' && status !== 'in_review' ? eq(projects.status, status) : undefined,
    category ? eq(written('category'), category) : undefined,
    author === 'me' ? (viewer.role === 'owner' ? or(mine, nobodys) : mine) : undefined,
    author === 'others' ? ne(projects.authorId, viewer.userId) : undefined,
    search ? or(ilike(title, toLikePattern(search)), ilike(projects.id, toLikePattern(search))) : undefined,
  );
}

/** Returns one page of the projects that the user may edit. */
export async function listDrafts(
  db: Db,
  viewer: AuthenticatedActor,
  query: DraftQuery,
  { sorted }: { sorted: boolean },
): Promise<DraftSummary[]> {
  const matches = matching(viewer, query);
  const which = sorted ? foundFirst(projects.id, matches) : matches;
  // Find the page in an index-only scan before reading its rows.
  const order = orders[query.sort];
  const ids = (await listPage(query, [idSection(db, order, projects.id, which)])).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await selectLines(db)
    .where(inArray(projects.id, ids))
    .orderBy(...orderTerms(order));
  return rows.map(row => toLine(row, viewer));
}

/** Returns the number of projects that match the filters of the draft list. */
export function countDrafts(db: Db, viewer: AuthenticatedActor, filter: DraftFilter): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(projects).where(matching(viewer, filter)));
}

/** Returns a project as a row of the draft list if the user may edit it. */
export async function findDraftSummary(
  db: Db,
  viewer: AuthenticatedActor,
  id: string,
): Promise<DraftSummary | undefined> {
  const [row] = await selectLines(db).where(and(eq(projects.id, id), writableBy(viewer)));
  return row && toLine(row, viewer);
}
