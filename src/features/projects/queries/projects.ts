import { and, arrayContains, asc, count, desc, eq, gt, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import type { Db } from '#platform/database/database.ts';
import { type ListQuery, toListQueryKey, toListQueryParams } from '#platform/database/list-query.ts';
import { type ListOrder, listPage, orderTerms, type PagePart } from '#platform/database/paging.ts';
import { executePrepared } from '#platform/database/prepared-query.ts';
import { matchesSearch, type SearchIndex } from '#platform/database/search.ts';
import { AppError } from '#shared/errors.ts';
import type { Project, ProjectCard, ProjectListQuery } from '../contract/public.ts';
import { projectFiles, projects, projectSlugs } from '../tables.ts';
import { listGallery } from './galleries.ts';

/** Search index of public projects. */
export const projectSearchIndex: SearchIndex = {
  table: projects,
  shown: projects.isPublic,
  vector: projects.searchVector,
  foldedTitle: projects.searchTitle,
  saying: 'search_projects',
};

const cardColumns = {
  id: projects.id,
  category: projects.category,
  title: projects.title,
  summary: projects.summary,
  cover: pictureColumns,
  coverAlt: projects.coverAlt,
  tags: projects.tags,
  starsTenths: projects.ratingTenths,
  likes: projects.likes,
  forks: projects.forks,
  priceMinor: projects.priceAmount,
  currency: projects.currency,
  isForSale: sql<boolean>`${projects.priceAmount} > 0 and exists (select from ${projectFiles} where ${projectFiles.projectId} = ${projects.id})`,
  // Public projects always have a publish date.
  publishedAt: sql<string>`${projects.publishedOn}`.mapWith(projects.publishedOn),
};

/** Showcase order: projects without a position first, newest first. */
export const featuredOrderBy = [
  sql`${projects.position} asc nulls first`,
  desc(projects.publishedOn),
  desc(projects.id),
];

const by = (key: SQLWrapper, descending: boolean): ListOrder => ({
  from: projects,
  keys: [key, projects.id],
  descending,
  cursor: projects.id,
});
const orders = {
  newest: by(projects.publishedOn, true),
  oldest: by(projects.publishedOn, false),
  top_rated: by(projects.ratingTenths, true),
  price_asc: by(projects.priceAmount, false),
  price_desc: by(projects.priceAmount, true),
} as const satisfies Record<Exclude<ProjectListQuery['sort'], 'featured'>, ListOrder>;

function selectCards(db: Db) {
  return db.select(cardColumns).from(projects).leftJoin(pictures, eq(pictures.id, projects.coverImageId));
}

type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

function toCard({ starsTenths, priceMinor, currency, ...row }: CardRow): ProjectCard {
  return { ...row, stars: starsTenths / 10, price: { minor: priceMinor, currency } };
}

function matching(query: ListQuery): SQL | undefined {
  return and(
    projects.isPublic,
    query.category ? eq(projects.category, sql.placeholder('category')) : undefined,
    query.tag ? arrayContains(projects.tags, sql.placeholder('tags')) : undefined,
    query.search ? matchesSearch(projectSearchIndex) : undefined,
  );
}

/** Returns one page of the showcase. */
export async function listProjects(db: Db, query: ProjectListQuery): Promise<ProjectCard[]> {
  // One statement finds the rows in an index and is cheap to plan for each filter value; another, planned once, joins
  // what the cards show.
  const select = (part: Omit<PagePart, 'keys' | 'seek'> & Partial<Pick<PagePart, 'seek'>>) =>
    executePrepared(db, `projects found ${toListQueryKey(query, part)}`, toListQueryParams(query, part), () =>
      db
        .select({ id: projects.id })
        .from(projects)
        .where(and(matching(query), part.seek))
        .orderBy(...part.orderBy)
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset')),
    );
  const found = await (query.sort === 'featured'
    ? // Its keys have mixed directions, and some are null.
      select({
        by: 'number',
        orderBy: featuredOrderBy,
        limit: query.pageSize,
        offset: (query.page - 1) * query.pageSize,
      })
    : listPage(query, [{ order: orders[query.sort], select }], sql.placeholder('cursor')));
  const rows = await executePrepared(db, 'projects cards', { ids: found.map(({ id }) => id) }, () =>
    selectCards(db).where(eq(projects.id, sql`any(${sql.placeholder('ids')})`)),
  );
  const cards = new Map(rows.map(row => [row.id, toCard(row)]));
  return found.flatMap(({ id }) => cards.get(id) ?? []);
}

/** Returns the number of projects that match the filters. */
export async function countProjects(db: Db, query: ProjectListQuery): Promise<number> {
  const [row] = await executePrepared(db, `projects counted ${toListQueryKey(query)}`, toListQueryParams(query), () =>
    db.select({ total: count() }).from(projects).where(matching(query)),
  );
  return row?.total ?? 0;
}

/** Returns a public project with its adjacent and related projects, also by a former slug. Throws NOT_FOUND. */
export async function getProject(db: Db, address: string): Promise<Project> {
  const former = db.select({ id: projectSlugs.projectId }).from(projectSlugs).where(eq(projectSlugs.slug, address));
  const [row] = await selectCards(db).where(
    and(eq(projects.id, sql`coalesce((${former}), ${address})`), projects.isPublic),
  );
  if (!row) throw new AppError('NOT_FOUND', 'This project doesn’t exist. It may have been renamed or taken down.');
  const [text, gallery, around] = await Promise.all([
    getProjectText(db, row.id),
    listGallery(db, row.id),
    getAdjacentAndRelatedProjects(db, row),
  ]);
  return {
    ...toCard(row),
    ...text,
    gallery: gallery.map(({ picture, alt, caption }) => ({ picture, alt, caption })),
    ...around,
  };
}

/** Returns what only the project's own page shows. */
async function getProjectText(db: Db, id: string) {
  const [row] = await db
    .select({
      html: projects.html,
      link: projects.link,
      repository: projects.repositoryUrl,
      owner: sql<string>`coalesce(${users.name}, ${projects.owner})`,
      updatedAt: projects.updatedAt,
      canonicalUrl: projects.canonicalUrl,
      title: projects.metaTitle,
      description: projects.metaDescription,
      socialTitle: projects.socialTitle,
      socialDescription: projects.socialDescription,
      cardPicture: pictureColumns,
    })
    .from(projects)
    .leftJoin(users, eq(users.id, projects.authorId))
    .leftJoin(pictures, eq(pictures.id, projects.socialImageId))
    .where(eq(projects.id, id));
  if (!row) throw new AppError('NOT_FOUND', 'This project was just taken down.');
  const { html, link, repository, owner, updatedAt, ...seo } = row;
  return { html, link, repository, owner, updatedAt: updatedAt.toISOString(), seo };
}

/** Returns the adjacent and related public projects. */
export async function getAdjacentAndRelatedProjects(
  db: Db,
  project: Pick<CardRow, 'id' | 'category' | 'tags' | 'publishedAt'>,
): Promise<Pick<Project, 'next' | 'previous' | 'related'>> {
  const [newer, older, related] = await Promise.all([
    findNeighbor(db, project, 'newer'),
    findNeighbor(db, project, 'older'),
    listRelatedProjects(db, project),
  ]);
  return { next: newer, previous: older, related };
}

/** Returns the IDs of the public projects before and after a project. */
export async function listNeighborIds(db: Db, project: { id: string; publishedAt: string | null }): Promise<string[]> {
  const { id, publishedAt } = project;
  if (!publishedAt) return [];
  const newer = await findNeighbor(db, { id, publishedAt }, 'newer');
  const older = await findNeighbor(db, { id, publishedAt }, 'older');
  return [newer, older].flatMap(neighbor => neighbor?.id ?? []);
}

async function findNeighbor(db: Db, project: { id: string; publishedAt: string }, side: 'newer' | 'older') {
  const beyond = side === 'newer' ? gt : lt;
  const [row] = await db
    .select({ id: projects.id, title: projects.title })
    .from(projects)
    .where(
      and(
        projects.isPublic,
        or(
          beyond(projects.publishedOn, project.publishedAt),
          and(eq(projects.publishedOn, project.publishedAt), beyond(projects.id, project.id)),
        ),
      ),
    )
    .orderBy(...orderTerms(orders[side === 'newer' ? 'oldest' : 'newest']))
    .limit(1);
  return row ?? null;
}

/** How many of a category's newest projects are ranked for "related", so the cost doesn't grow. */
const RELATED_CANDIDATES = 48;

/** Returns three projects of the same category: most shared tags first, then newest. */
async function listRelatedProjects(
  db: Db,
  project: { id: string; category: string; tags: string[] },
): Promise<ProjectCard[]> {
  const rows = await selectCards(db)
    .where(and(eq(projects.category, project.category), projects.isPublic))
    .orderBy(...orderTerms(orders.newest))
    .limit(RELATED_CANDIDATES);
  const shared = (row: CardRow) => row.tags.filter(tag => project.tags.includes(tag)).length;
  return rows
    .filter(row => row.id !== project.id)
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, 3)
    .map(toCard);
}

export function listNewestProjects(db: Db, limit: number) {
  return db
    .select({ id: projects.id, title: projects.title, summary: projects.summary })
    .from(projects)
    .where(and(projects.isPublic))
    .orderBy(...orderTerms(orders.newest))
    .limit(limit);
}

/** Lists the slugs and last changes of a range of public projects, by slug. */
export function listProjectSitemapEntries(
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  return db
    .select({ id: projects.id, updatedAt: projects.updatedAt })
    .from(projects)
    .where(and(projects.isPublic))
    .orderBy(asc(projects.id))
    .offset(offset)
    .limit(limit);
}

/** Returns the name of the author's account; undefined if the project has none. */
export async function findOwnerName(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: users.name })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.authorId))
    .where(eq(projects.id, id));
  return row?.name;
}
