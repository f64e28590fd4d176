import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { ImportSummary, ImportPreview } from '../contract/index.ts';
import { imports, itemSources } from '../tables.ts';

export type ImportRow = typeof imports.$inferSelect;

/** Returns an import as the API shows it. */
export const toImportSummary = (row: ImportRow): ImportSummary => {
  const { options: _choices, uploadedBy: _by, uploadedAt, finishedAt, result, report: _report, ...line } = row;
  return {
    ...line,
    // Older reports lack these fields.
    result: result && Object.assign({ projects: 0, comments: 0, siteSections: 0, completed: 0, redirects: 0 }, result),
    uploadedAt: uploadedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
};

/** Lists the ten newest imports, newest first. */
export async function listImports(db: Db) {
  const rows = await db.select().from(imports).orderBy(desc(imports.uploadedAt), asc(imports.id)).limit(10);
  return rows.map(toImportSummary);
}

/** Returns the row of an import. Throws NOT_FOUND. */
export async function getImport(db: Db, id: string, options: { lock: boolean } = { lock: false }): Promise<ImportRow> {
  const select = db.select().from(imports).where(eq(imports.id, id));
  const [row] = await (options.lock ? select.for('update') : select);
  if (!row) throw new AppError('NOT_FOUND', 'This import doesn’t exist. It may have expired.');
  return row;
}

/** Returns an import as the API shows it. Throws NOT_FOUND. */
export async function getImportSummary(db: Db, id: string): Promise<ImportSummary> {
  return toImportSummary(await getImport(db, id));
}

/** Inserts an import; returns false if the id is taken. */
export async function insertImport(db: Db, row: typeof imports.$inferInsert): Promise<boolean> {
  const rows = await db.insert(imports).values(row).onConflictDoNothing().returning({ id: imports.id });
  return rows.length > 0;
}

export async function updateImport(db: Db, id: string, values: Partial<typeof imports.$inferInsert>): Promise<void> {
  await db.update(imports).set(values).where(eq(imports.id, id));
}

/** Marks an import as running and returns it; undefined unless it was queued, or its last run was interrupted. */
export async function updateImportStarted(db: Db, id: string) {
  const [row] = await db
    .update(imports)
    .set({ status: 'running', preparedCount: 0, prepareTotal: 0 })
    .where(and(eq(imports.id, id), inArray(imports.status, ['queued', 'running'])))
    .returning();
  return row;
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.delete(imports).where(eq(imports.id, id));
}

/** Lists the ids of undecided and failed imports from before an instant. */
export async function listExpiredImports(db: Db, before: Date) {
  const isUnfinished = inArray(imports.status, ['pending', 'failed']);
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(lt(imports.uploadedAt, before), isUnfinished));
  return rows.map(({ id }) => id);
}

/** Lists imported items in the archive's order, projects after posts. */
export async function listCreatedItems(db: Db, id: string, most: number): Promise<ImportPreview['created']> {
  const ofPosts = await db
    .select({ id: posts.id, slug: posts.slug, title: posts.title, status: posts.status })
    .from(itemSources)
    .innerJoin(posts, eq(posts.id, itemSources.postId))
    .where(and(eq(itemSources.importId, id), isNull(posts.deletedAt)))
    .orderBy(asc(posts.id))
    .limit(most);
  const ofProjects = await db
    .select({ slug: projects.id, title: projects.title, status: projects.status })
    .from(itemSources)
    .innerJoin(projects, eq(projects.id, itemSources.projectId))
    .where(and(eq(itemSources.importId, id), isNull(projects.deletedAt)))
    .orderBy(sql`${projects.id} collate "C"`)
    .limit(most);
  return [
    ...ofPosts.map(post => ({ kind: 'post' as const, ...post })),
    ...ofProjects.map(project => ({ kind: 'project' as const, id: null, ...project })),
  ];
}
