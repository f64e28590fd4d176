import { and, eq, isNull, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { posts, postSlugs } from '#features/blog/index.ts';
import { pictures } from '#features/media/index.ts';
import { projects, projectSlugs } from '#features/projects/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { ExistingEntries } from '../rules/plan.ts';
import { itemSources } from '../tables.ts';
import type { ImportRow } from './imports.ts';

const kinds = {
  post: { entries: posts, slug: posts.slug, former: postSlugs, hasSource: eq(posts.id, itemSources.postId) },
  project: {
    entries: projects,
    slug: projects.id,
    former: projectSlugs,
    hasSource: eq(projects.id, itemSources.projectId),
  },
};

/** Lists existing posts or projects with current and former slugs, and their sources. */
export async function listExistingEntries(
  db: Db,
  kind: keyof typeof kinds,
  source: ImportRow['source'],
): Promise<ExistingEntries> {
  const { entries, slug, former, hasSource } = kinds[kind];
  const identities = await db.select({ slug, createdAt: entries.createdAt }).from(entries);
  const formerSlugs = await db.select({ slug: former.slug }).from(former);
  const sources = await db
    .select({ sourceId: itemSources.sourceId, deletedAt: entries.deletedAt })
    .from(itemSources)
    .innerJoin(entries, hasSource)
    .where(eq(itemSources.source, source));
  return {
    addresses: new Set([...identities, ...formerSlugs].map(entry => entry.slug)),
    sources: new Map(sources.map(({ sourceId, deletedAt }) => [sourceId, { deleted: deletedAt !== null }])),
    identities,
  };
}

export type PresentPost = typeof posts.$inferSelect;

/** Condition: a post has one of these source ids. */
const hasSourceId = (source: ImportRow['source'], sourceIds: readonly string[]) =>
  and(eq(itemSources.source, source), sql`${itemSources.sourceId} = any(${sql.param([...sourceIds])}::text[])`);

/** Returns the posts that have one of these ids in their source and are not deleted, by that id. */
export async function listPostsBySource(
  db: Db,
  source: ImportRow['source'],
  sourceIds: readonly string[],
): Promise<Map<string, PresentPost>> {
  const rows = await db
    .select({ sourceId: itemSources.sourceId, post: posts })
    .from(itemSources)
    .innerJoin(posts, eq(posts.id, itemSources.postId))
    .where(and(hasSourceId(source, sourceIds), isNull(posts.deletedAt)));
  return new Map(rows.map(({ sourceId, post }) => [sourceId, post]));
}

/** Returns ids and slugs of those posts, and of deleted ones, by their id in the source. */
export async function listPostAddressesBySource(db: Db, source: ImportRow['source'], sourceIds: readonly string[]) {
  const rows = await db
    .select({ sourceId: itemSources.sourceId, id: posts.id, slug: posts.slug, deletedAt: posts.deletedAt })
    .from(itemSources)
    .innerJoin(posts, eq(posts.id, itemSources.postId))
    .where(hasSourceId(source, sourceIds));
  return new Map(rows.map(row => [row.sourceId, row]));
}

/** Returns the ids of the posts that have these slugs. */
export async function listPostIdsBySlug(db: Db, slugs: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ slug: posts.slug, id: posts.id })
    .from(posts)
    .where(and(isNull(posts.deletedAt), sql`${posts.slug} = any(${sql.param([...slugs])}::text[])`));
  return new Map(rows.map(({ slug, id }) => [slug, id]));
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
