import { and, asc, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { users } from '#features/accounts/tables.ts';
import { blogAuthors, posts, postSlugs } from '#features/blog/tables.ts';
import { pictures } from '#features/media/tables.ts';
import { projects } from '#features/projects/tables.ts';
import { siteContentTable } from '#features/site/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { ImportLine } from './contract.ts';
import { imports, postSources } from './tables.ts';

type ImportRow = typeof imports.$inferSelect;

function toLine(row: ImportRow): ImportLine {
  const { choices: _choices, uploadedBy: _by, uploadedAt, endedAt, ...line } = row;
  return { ...line, uploadedAt: uploadedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
}

/** Archives that were sent, the newest first. */
export async function listImports(db: Db, most: number): Promise<ImportLine[]> {
  const rows = await db.select().from(imports).orderBy(desc(imports.uploadedAt), asc(imports.id)).limit(most);
  return rows.map(toLine);
}

/** One import as its row. Throws NOT_FOUND. */
export async function getImport(db: Db, id: string, options: { lock: boolean } = { lock: false }): Promise<ImportRow> {
  const select = db.select().from(imports).where(eq(imports.id, id));
  const [row] = await (options.lock ? select.for('update') : select);
  if (!row) throw new AppError('NOT_FOUND', 'There is no such import. It may have been forgotten.');
  return row;
}

/** One import as the API shows it. Throws NOT_FOUND. */
export async function getImportLine(db: Db, id: string): Promise<ImportLine> {
  return toLine(await getImport(db, id));
}

/** Writes an import down; false where there is one of that id. */
export async function insertImport(db: Db, row: typeof imports.$inferInsert): Promise<boolean> {
  const rows = await db.insert(imports).values(row).onConflictDoNothing().returning({ id: imports.id });
  return rows.length > 0;
}

/** Changes columns of an import. */
export async function updateImport(db: Db, id: string, values: Partial<typeof imports.$inferInsert>): Promise<void> {
  await db.update(imports).set(values).where(eq(imports.id, id));
}

/** Forgets an import. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.delete(imports).where(eq(imports.id, id));
}

/** The ids of imports from before an instant that still wait for a word, or were not possible. */
export async function listOldImports(db: Db, before: Date): Promise<string[]> {
  const unfinished = or(eq(imports.state, 'waiting'), eq(imports.state, 'failed'));
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(lt(imports.uploadedAt, before), unfinished));
  return rows.map(({ id }) => id);
}

/** What was made from an import, in the order of the archive. */
export function listMadePosts(db: Db, id: string, most: number) {
  return db
    .select({ id: posts.id, slug: posts.slug, title: posts.title, status: posts.status })
    .from(postSources)
    .innerJoin(posts, eq(posts.id, postSources.postId))
    .where(and(eq(postSources.importId, id), isNull(posts.deletedAt)))
    .orderBy(asc(posts.id))
    .limit(most);
}

/** The addresses that posts have or had. */
export async function listAddresses(db: Db): Promise<Set<string>> {
  const present = await db.select({ slug: posts.slug }).from(posts);
  const former = await db.select({ slug: postSlugs.slug }).from(postSlugs);
  return new Set([...present, ...former].map(({ slug }) => slug));
}

/** The posts that came from a kind of site, by how they are known there, and whether they are deleted since. */
export async function listPostsFrom(db: Db, source: ImportRow['source']): Promise<Map<string, { deleted: boolean }>> {
  const rows = await db
    .select({ sourceId: postSources.sourceId, deletedAt: posts.deletedAt })
    .from(postSources)
    .innerJoin(posts, eq(posts.id, postSources.postId))
    .where(eq(postSources.source, source));
  return new Map(rows.map(({ sourceId, deletedAt }) => [sourceId, { deleted: deletedAt !== null }]));
}

/** Every post's address, title and beginning, by which the very same post is told. */
export function listIdentities(db: Db) {
  return db.select({ slug: posts.slug, title: posts.title, createdAt: posts.createdAt }).from(posts);
}

/** Keeps where a post came from. */
export async function insertPostSource(tx: Transaction, row: typeof postSources.$inferInsert): Promise<void> {
  await tx.insert(postSources).values(row);
}

/** Makes addresses that a post had elsewhere lead to it; those that are taken lead on where they lead. */
export async function insertFormerAddresses(
  tx: Transaction,
  postId: number,
  rows: readonly { slug: string; at: Date }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(postSlugs)
    .values(rows.map(({ slug, at }) => ({ slug, postId, replacedAt: at })))
    .onConflictDoNothing();
}

/** The id of the name under which somebody of this name writes; undefined where there is none. */
export async function findAuthorNamed(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: blogAuthors.id })
    .from(blogAuthors)
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .where(eq(sql`coalesce(${users.name}, ${blogAuthors.name})`, name))
    .orderBy(asc(blogAuthors.id))
    .limit(1);
  return row?.id;
}

/** A name of somebody without an account here, to write under. */
export async function insertNamedAuthor(tx: Transaction, author: { name: string; role: string }): Promise<string> {
  const id = crypto.randomUUID();
  await tx.insert(blogAuthors).values({ ...author, id });
  return id;
}

/** The next posts after an address, in the order of addresses, with their authors and former addresses. */
export async function listPostsToExport(db: Db, after: string, most: number) {
  const rows = await db
    .select({
      post: posts,
      author: { name: sql<string>`coalesce(${users.name}, ${blogAuthors.name})`, role: blogAuthors.role },
      formerSlugs: sql<{ slug: string; at: string }[]>`coalesce((
        select json_agg(json_build_object('slug', f.slug, 'at', f.replaced_at) order by f.replaced_at, f.slug)
        from post_slugs f where f.post_id = ${posts.id}), '[]'::json)`,
    })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    // By bytes, so that the order is the same wherever the database was made.
    .where(and(gt(sql`${posts.slug} collate "C"`, after), isNull(posts.deletedAt)))
    .orderBy(sql`${posts.slug} collate "C"`)
    .limit(most);
  return rows;
}

/** Every project that is not deleted, in the order of ids. */
export function listProjectsToExport(db: Db) {
  return db.select().from(projects).where(isNull(projects.deletedAt)).orderBy(sql`${projects.id} collate "C"`);
}

/** The documents of the site's own content, by their keys. */
export function listDocumentsToExport(db: Db) {
  return db
    .select({ key: siteContentTable.key, value: siteContentTable.value })
    .from(siteContentTable)
    .orderBy(sql`${siteContentTable.key} collate "C"`);
}

/** The site's pictures but for the portraits of accounts, which are theirs. */
export function listPicturesToExport(db: Db) {
  const portrait = db.select({ id: users.avatarId }).from(users).where(eq(users.avatarId, pictures.id));
  return db
    .select({ id: pictures.id, width: pictures.width, height: pictures.height, name: pictures.name, alt: pictures.alt })
    .from(pictures)
    .where(sql`not exists ${portrait}`)
    .orderBy(sql`${pictures.id} collate "C"`);
}

/** How much there is to move out. */
export async function countContent(db: Db): Promise<{ posts: number; projects: number }> {
  const [written] = await db.select({ total: count() }).from(posts).where(isNull(posts.deletedAt));
  const [shown] = await db.select({ total: count() }).from(projects).where(isNull(projects.deletedAt));
  return { posts: written?.total ?? 0, projects: shown?.total ?? 0 };
}
