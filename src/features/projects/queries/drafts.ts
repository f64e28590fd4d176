import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { pictures } from '#features/media/index.ts';
import {
  createDraftList,
  draftSummaryColumns,
  formatDraftDates,
  invalidateEntry,
  latestCoverId,
  latestText,
  projectTags,
  type RevisionStore,
} from '#features/publishing/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { DraftSummary, ProjectContent } from '../contract/drafts.ts';
import { isOwnProject } from '../rules/authors.ts';
import { projectRevisions, projects, projectSlugs, projectSource } from '../tables.ts';
import { listGallery, publicProjects } from './projects.ts';

export type ProjectRow = typeof projects.$inferSelect;

/** Revision store of projects. */
export const revisions: RevisionStore<string, ProjectContent> = {
  table: projectRevisions,
  of: projectRevisions.projectId,
  insert: (tx, rows) => tx.insert(projectRevisions).values(rows.map(({ id, ...row }) => ({ projectId: id, ...row }))),
};

/** The projects that a user may edit, and the rows of the draft list. */
export const projectDrafts = createDraftList({
  source: projectSource,
  isOwn: (_db, { userId, role }) =>
    or(eq(projects.authorId, userId), role === 'owner' ? isNull(projects.authorId) : undefined),
  select: (db, which, orderBy) =>
    db
      .select({
        ...draftSummaryColumns(projects),
        summary: latestText(projects, projects.summary),
        authorName: sql<string>`coalesce(${users.name}, ${projects.owner})`,
        authorId: projects.authorId,
        priceMinor: sql<MinorUnits>`coalesce((${projects.unpublishedChanges} #>> '{price,minor}')::integer, ${projects.priceAmount})`,
        currency: sql<string>`coalesce(${projects.unpublishedChanges} #>> '{price,currency}', ${projects.currency})`,
        starsTenths: projects.ratingTenths,
        forks: projects.forks,
        words: projects.wordCount,
        publishedAt: projects.publishedOn,
      })
      .from(projects)
      .leftJoin(users, eq(users.id, projects.authorId))
      .leftJoin(pictures, eq(pictures.id, latestCoverId(projects)))
      .where(which)
      .orderBy(...orderBy),
  toSummary: ({ authorId, priceMinor, currency, starsTenths, ...row }, viewer): DraftSummary => ({
    ...row,
    ...formatDraftDates(row),
    isOwn: isOwnProject(viewer, authorId),
    price: { minor: priceMinor, currency },
    stars: starsTenths / 10,
  }),
});

/** Resolves a current or former slug to the project's ID. */
function keyOf(id: string) {
  return sql`coalesce((select ${projectSlugs.projectId} from ${projectSlugs} where ${projectSlugs.slug} = ${id}), ${id})`;
}

/**
 * Returns a project's row, gallery and author by a current or former slug if the user may edit it; `lock` locks the
 * row.
 */
export async function findEditableProject(db: Db, viewer: AuthenticatedActor, id: string, options: { lock: boolean }) {
  const select = db
    .select({ entry: projects, author: { userId: projects.authorId, name: users.name, email: users.email } })
    .from(projects)
    .leftJoin(users, eq(users.id, projects.authorId))
    .where(and(eq(projects.id, keyOf(id)), projectDrafts.isEditable(db, viewer)));
  const [row] = await (options.lock ? select.for('update', { of: projects }) : select);
  return row && { ...row, gallery: await listGallery(db, row.entry.id) };
}

/** Returns a project's row and gallery without an access check, for jobs. Throws if it does not exist. */
export async function getProjectRow(db: Db, id: string) {
  const [entry] = await db.select().from(projects).where(eq(projects.id, id));
  if (!entry) throw new Error(`Project ${id} doesn’t exist.`);
  return { entry, gallery: await listGallery(db, id) };
}

/** A project's row and gallery. */
export type StoredProject = Awaited<ReturnType<typeof getProjectRow>>;

/** Inserts a project. */
export async function insertProject(tx: Transaction, project: typeof projects.$inferInsert): Promise<void> {
  await tx.insert(projects).values(project);
}

/** Updates a project's row, and invalidates the pages that show the changed fields. */
export async function updateProjectRow(
  tx: Transaction,
  before: ProjectRow,
  values: Partial<Omit<ProjectRow, 'isPublic'>>,
): Promise<void> {
  await tx.update(projects).set(values).where(eq(projects.id, before.id));
  const toEntry = (row: ProjectRow) => ({
    ...row,
    slug: row.id,
    publishedAt: row.publishedOn,
    isPublic: row.status === 'published' && row.deletedAt === null,
  });
  const change = { before: toEntry(before), after: toEntry({ ...before, ...values }) };
  await invalidateEntry(tx, projectTags, change, entry => publicProjects.listNeighborIds(tx, entry));
}

/** Changes a project's slug; the former one redirects to it. Returns its ID, which is the slug. */
export async function updateSlug(tx: Transaction, project: ProjectRow, to: string, at: Date): Promise<string> {
  await tx.delete(projectSlugs).where(eq(projectSlugs.slug, to));
  await updateProjectRow(tx, project, { id: to });
  await tx.insert(projectSlugs).values({ slug: project.id, projectId: to, replacedAt: at }).onConflictDoNothing();
  return to;
}
