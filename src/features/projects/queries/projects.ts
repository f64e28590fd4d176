import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { createPublicEntries, seoColumns } from '#features/publishing/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { SearchIndex } from '#platform/database/search.ts';
import { AppError } from '#shared/errors.ts';
import type { GalleryItem } from '../contract/drafts.ts';
import type { Project, ProjectCard } from '../contract/public.ts';
import { projectFiles, projectPictures, projects, projectSlugs, projectSource } from '../tables.ts';

/** Search index of public projects. */
export const projectSearchIndex: SearchIndex = {
  table: projects,
  shown: projects.isPublic,
  vector: projects.searchVector,
  foldedTitle: projects.searchTitle,
  finder: 'search_projects',
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

function selectCards(db: Db) {
  return db.select(cardColumns).from(projects).leftJoin(pictures, eq(pictures.id, projects.coverImageId));
}

type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

function toCard({ starsTenths, priceMinor, currency, ...row }: CardRow): ProjectCard {
  return { ...row, stars: starsTenths / 10, price: { minor: priceMinor, currency } };
}

/** The public projects. */
export const publicProjects = createPublicEntries({
  source: projectSource,
  searchIndex: projectSearchIndex,
  orders: {
    // Its keys have mixed directions, and some are null.
    featured: { orderBy: featuredOrderBy },
    newest: { key: projects.publishedOn, descending: true },
    oldest: { key: projects.publishedOn, descending: false },
    top_rated: { key: projects.ratingTenths, descending: true },
    price_asc: { key: projects.priceAmount, descending: false },
    price_desc: { key: projects.priceAmount, descending: true },
  },
  selectCards,
  toCard,
});

/** Returns a public project with its adjacent and related projects, also by a former slug. Throws NOT_FOUND. */
export async function getProject(db: Db, slug: string): Promise<Project> {
  const former = db.select({ id: projectSlugs.projectId }).from(projectSlugs).where(eq(projectSlugs.slug, slug));
  const [row] = await selectCards(db).where(
    and(eq(projects.id, sql`coalesce((${former}), ${slug})`), projects.isPublic),
  );
  if (!row) throw new AppError('NOT_FOUND', 'This project doesn’t exist. It may have been moved or deleted.');
  const [[text], galleryRows, around] = await Promise.all([
    db
      .select({
        html: projects.html,
        link: projects.link,
        repository: projects.repositoryUrl,
        owner: sql<string>`coalesce(${users.name}, ${projects.owner})`,
        updatedAt: projects.updatedAt,
        ...seoColumns(projects),
      })
      .from(projects)
      .leftJoin(users, eq(users.id, projects.authorId))
      .leftJoin(pictures, eq(pictures.id, projects.socialImageId))
      .where(eq(projects.id, row.id)),
    listGallery(db, row.id),
    publicProjects.getSurroundings(db, row),
  ]);
  if (!text) throw new AppError('NOT_FOUND', 'This project was just unpublished.');
  const { html, link, repository, owner, updatedAt, ...seo } = text;
  const gallery = galleryRows.map(({ picture, alt, caption }) => ({ picture, alt, caption }));
  return { ...toCard(row), html, link, repository, owner, updatedAt: updatedAt.toISOString(), seo, gallery, ...around };
}

export const listProjects = publicProjects.list;

export function listNewestProjects(db: Db, limit: number) {
  return db
    .select({ id: projects.id, title: projects.title, summary: projects.summary })
    .from(projects)
    .where(and(projects.isPublic))
    .orderBy(...publicProjects.newest)
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

/** Lists the gallery of a project in order. */
export function listGallery(db: Db, projectId: string) {
  return db
    .select({
      pictureId: projectPictures.pictureId,
      picture: pictureColumns,
      alt: projectPictures.alt,
      caption: projectPictures.caption,
    })
    .from(projectPictures)
    .innerJoin(pictures, eq(pictures.id, projectPictures.pictureId))
    .where(eq(projectPictures.projectId, projectId))
    .orderBy(asc(projectPictures.place));
}

/** Replaces the gallery of a project. */
export async function replaceGallery(
  tx: Transaction,
  projectId: string,
  gallery: readonly GalleryItem[],
): Promise<void> {
  await tx.delete(projectPictures).where(eq(projectPictures.projectId, projectId));
  if (gallery.length === 0) return;
  await tx.insert(projectPictures).values(gallery.map((item, place) => ({ ...item, projectId, place })));
}
