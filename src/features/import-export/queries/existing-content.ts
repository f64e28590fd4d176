import { and, eq, isNull, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { posts, postSlugs } from '#features/blog/index.ts';
import { pictures } from '#features/media/index.ts';
import { projects, projectSlugs } from '#features/projects/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { ExistingEntries } from '../rules/plan.ts';
import { itemSources } from '../tables.ts';
import type { ImportRow } from './imports.ts';

const stands = (rows: readonly { sourceId: string; deletedAt: Date | null }[]) =>
  new Map(rows.map(({ sourceId, deletedAt }) => [sourceId, { deleted: deletedAt !== null }]));

/** Lists existing posts with current and former slugs, and their sources. */
export async function listExistingPosts(db: Db, source: ImportRow['source']): Promise<ExistingEntries> {
  const identities = await db.select({ slug: posts.slug, title: posts.title, createdAt: posts.createdAt }).from(posts);
  const former = await db.select({ slug: postSlugs.slug }).from(postSlugs);
  const sources = await db
    .select({ sourceId: itemSources.sourceId, deletedAt: posts.deletedAt })
    .from(itemSources)
    .innerJoin(posts, eq(posts.id, itemSources.postId))
    .where(eq(itemSources.source, source));
  const addresses = new Set([...identities, ...former].map(({ slug }) => slug));
  return { addresses, sources: stands(sources), identities };
}

export type PresentPost = typeof posts.$inferSelect;

/** Condition: a post that is not deleted has one of these source ids. */
const cameFrom = (source: ImportRow['source'], sourceIds: readonly string[]) =>
  and(
    eq(itemSources.source, source),
    isNull(posts.deletedAt),
    sql`${itemSources.sourceId} = any(${sql.param([...sourceIds])}::text[])`,
  );

/** Returns the posts that have one of these ids in their source, by that id. */
export async function listPostsBySource(
  db: Db,
  source: ImportRow['source'],
  sourceIds: readonly string[],
): Promise<Map<string, PresentPost>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .select({ sourceId: itemSources.sourceId, post: posts })
    .from(itemSources)
    .innerJoin(posts, eq(posts.id, itemSources.postId))
    .where(cameFrom(source, sourceIds));
  return new Map(rows.map(({ sourceId, post }) => [sourceId, post]));
}

/** Returns the ids of those posts, by their id in the source. */
export async function listPostIdsBySource(
  db: Db,
  source: ImportRow['source'],
  sourceIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ sourceId: itemSources.sourceId, id: posts.id })
    .from(itemSources)
    .innerJoin(posts, eq(posts.id, itemSources.postId))
    .where(cameFrom(source, sourceIds));
  return new Map(rows.map(({ sourceId, id }) => [sourceId, id]));
}

/** Returns the slugs of those posts, by their id in the source. */
export async function listSlugsBySource(
  db: Db,
  source: ImportRow['source'],
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .select({ sourceId: itemSources.sourceId, slug: posts.slug })
    .from(itemSources)
    .innerJoin(posts, eq(posts.id, itemSources.postId))
    .where(
      and(eq(itemSources.source, source), sql`${itemSources.sourceId} = any(${sql.param([...sourceIds])}::text[])`),
    );
  return new Map(rows.map(({ sourceId, slug }) => [sourceId, slug]));
}

/** Returns the ids of the posts that have these slugs. */
export async function listPostIdsBySlug(db: Db, slugs: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ slug: posts.slug, id: posts.id })
    .from(posts)
    .where(and(isNull(posts.deletedAt), sql`${posts.slug} = any(${sql.param([...slugs])}::text[])`));
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** Lists existing projects in the same way. */
export async function listExistingProjects(db: Db, source: ImportRow['source']): Promise<ExistingEntries> {
  const identities = await db
    .select({ slug: projects.id, title: projects.title, createdAt: projects.createdAt })
    .from(projects);
  const former = await db.select({ slug: projectSlugs.slug }).from(projectSlugs);
  const sources = await db
    .select({ sourceId: itemSources.sourceId, deletedAt: projects.deletedAt })
    .from(itemSources)
    .innerJoin(projects, eq(projects.id, itemSources.projectId))
    .where(eq(itemSources.source, source));
  const addresses = new Set([...identities, ...former].map(({ slug }) => slug));
  return { addresses, sources: stands(sources), identities };
}

/** Returns those of the pictures that the site has. */
export async function listPresentPictures(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: pictures.id })
    .from(pictures)
    .where(sql`${pictures.id} = any(${sql.param([...ids])}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the last position among projects; 0 if there is none. */
export async function findLastProjectPosition(db: Db): Promise<number> {
  const [row] = await db.select({ last: sql<number>`coalesce(max(${projects.position}), 0)::int` }).from(projects);
  return row?.last ?? 0;
}

/** Returns the ids of accounts by email address in lower case. */
export async function listUserIdsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`${users.email} = any(${sql.param([...emails])}::citext[])`);
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]));
}
