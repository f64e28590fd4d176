import { and, asc, eq, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import { getUser } from '#features/auth/index.ts';
import { deleteFilesQueue } from '#features/media/index.ts';
import { DELETED_RETENTION_DAYS } from '#features/publishing/contract/status.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { toLatestContent } from '../rules/content.ts';
import { projectFiles, projects } from '../tables.ts';
import { listProjectFiles, buildProjectFileKey, toProjectFile } from './files.ts';
import { listGallery } from './projects.ts';

/** A purchased project and its files are kept as long as its orders. */
const isUnsold = sql`not exists (select from orders where orders.bought_project_id = ${projects.id}
  and orders.status not in ('declined', 'expired', 'canceled', 'refunded'))`;

/** Permanently deletes the projects that match and were never bought, with their files. Returns how many. */
async function deleteUnsold(tx: Transaction, jobs: Jobs, which: SQL | undefined): Promise<number> {
  const found = await tx.select({ id: projects.id }).from(projects).where(and(which, isUnsold));
  const ids = found.map(({ id }) => id);
  const files = await tx.select({ id: projectFiles.id }).from(projectFiles).where(inArray(projectFiles.projectId, ids));
  await tx.delete(projects).where(inArray(projects.id, ids));
  if (files.length > 0) {
    await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(({ id }) => buildProjectFileKey(id)) });
  }
  return ids.length;
}

/** Permanently deletes projects that were deleted more than 30 days ago and never bought. Returns how many. */
export function deleteExpiredProjects(tx: Transaction, jobs: Jobs, now: Temporal.Instant): Promise<number> {
  return deleteUnsold(tx, jobs, lt(projects.deletedAt, toDate(now.subtract({ hours: 24 * DELETED_RETENTION_DAYS }))));
}

/**
 * Exports and deletes a user's projects. Public or purchased projects stay under the user's name and pass to the owner,
 * without pending changes and preview links; the rest is deleted.
 */
export const projectsPersonalData: PersonalDataProvider = {
  name: 'projects',
  async export(db, { userId }) {
    const rows = await db.select().from(projects).where(eq(projects.authorId, userId)).orderBy(asc(projects.createdAt));
    return Promise.all(
      rows.map(async project => ({
        id: project.id,
        status: project.status,
        createdAt: project.createdAt,
        publishedOn: project.publishedOn,
        deletedAt: project.deletedAt,
        ...toLatestContent(project, await listGallery(db, project.id)),
        files: (await listProjectFiles(db, project.id)).map(toProjectFile),
      })),
    );
  },
  async erase(tx, { userId }, { jobs }) {
    await deleteUnsold(tx, jobs, and(eq(projects.authorId, userId), not(projects.isPublic)));
    const { name } = await getUser(tx, userId);
    const { rowCount } = await tx
      .update(projects)
      .set({ owner: name, unpublishedChanges: null, previewToken: null })
      .where(eq(projects.authorId, userId));
    if (rowCount) await invalidateTag(tx, 'projects');
  },
};
