import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { users } from '#features/auth/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { projects, projectSlugs } from '../tables.ts';
import { listGallery } from './galleries.ts';
import type { DraftViewer } from './draft-list.ts';

/** The key of the project that an address is, or was before it was changed. */
function keyOf(id: string) {
  return sql`coalesce((select ${projectSlugs.projectId} from ${projectSlugs} where ${projectSlugs.slug} = ${id}), ${id})`;
}

/**
 * A project's row, gallery and writer, as far as somebody may write it, by its address or a former one; with `lock` nobody
 * else changes it meanwhile.
 */
export async function findEditableProject(db: Db, viewer: DraftViewer, id: string, options: { lock: boolean }) {
  const select = db
    .select({ project: projects, author: { userId: projects.authorId, name: users.name, email: users.email } })
    .from(projects)
    .leftJoin(users, eq(users.id, projects.authorId))
    .where(and(eq(projects.id, keyOf(id)), viewer.role === 'owner' ? undefined : eq(projects.authorId, viewer.userId)));
  const [row] = await (options.lock ? select.for('update', { of: projects }) : select);
  return row && { ...row, gallery: await listGallery(db, row.project.id) };
}

/** A project's row and gallery, for who acts in nobody's name. */
export async function getProjectRow(db: Db, id: string) {
  const [project] = await db.select().from(projects).where(eq(projects.id, id));
  if (!project) throw new Error(`There is no project ${id}.`);
  return { project, gallery: await listGallery(db, id) };
}

/** The key of a project that is shared by a preview's link. */
export async function findProjectIdByPreviewToken(db: Db, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.previewToken, token), isNull(projects.deletedAt)));
  return row?.id;
}

/** Writes a new project down. */
export async function insertProject(tx: Transaction, project: typeof projects.$inferInsert): Promise<void> {
  await tx.insert(projects).values(project);
}

/** Changes columns of a project. */
export async function updateProjectRow(
  tx: Transaction,
  id: string,
  values: Partial<typeof projects.$inferInsert>,
): Promise<void> {
  await tx.update(projects).set(values).where(eq(projects.id, id));
}

/** Whether an address is another project's, or was. */
export async function isSlugTaken(db: Db, slug: string, id: string | undefined): Promise<boolean> {
  const [present] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, slug), id === undefined ? undefined : ne(projects.id, id)));
  if (present) return true;
  const [former] = await db
    .select({ id: projectSlugs.projectId })
    .from(projectSlugs)
    .where(and(eq(projectSlugs.slug, slug), id === undefined ? undefined : ne(projectSlugs.projectId, id)));
  return former !== undefined;
}

/** The first address that no other project has or had: the wish, or the wish with a number. Until the transaction ends
 * nobody else looks for one, so that two do not find the same. */
export async function generateUniqueSlug(tx: Transaction, wish: string, id?: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('projects.id'))`);
  if (!(await isSlugTaken(tx, wish, id))) return wish;
  for (let number = 2; ; number++) {
    const slug = `${wish}-${number}`;
    if (!(await isSlugTaken(tx, slug, id))) return slug;
  }
}

/** Gives a project another address; the former one leads to it from now on. */
export async function updateSlug(tx: Transaction, from: string, to: string, at: Date): Promise<void> {
  await tx.delete(projectSlugs).where(eq(projectSlugs.slug, to));
  await tx.update(projects).set({ id: to }).where(eq(projects.id, from));
  await tx.insert(projectSlugs).values({ slug: from, projectId: to, replacedAt: at }).onConflictDoNothing();
}

/** The addresses that a project had before, the newest first. */
export async function listPreviousSlugs(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .select({ slug: projectSlugs.slug })
    .from(projectSlugs)
    .where(eq(projectSlugs.projectId, projectId))
    .orderBy(desc(projectSlugs.replacedAt), asc(projectSlugs.slug));
  return rows.map(({ slug }) => slug);
}
