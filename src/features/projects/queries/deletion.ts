import { getUser } from '#features/auth/index.ts';
import { deleteFilesQueue } from '#features/media/index.ts';
import { toDate } from '#features/publishing/index.ts';
import { DELETED_RETENTION_DAYS } from '#features/publishing/contract/status.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { listFileIds, listProjectFiles } from '../queries/files.ts';
import { listGallery } from '../queries/projects.ts';
import {
  deleteProjects,
  listDeletedBefore,
  listNotBought,
  listProjectsByUser,
  updateOwnerName,
} from '../queries/cleanup.ts';
import { toLatestContent } from '../rules/content.ts';
import { toProjectFile } from './complete-draft.ts';
import { placeOfProjectFile } from './files.ts';

/** Permanently deletes projects that were deleted more than 30 days ago and never bought. Returns how many. */
export async function deleteExpiredProjects(tx: Transaction, jobs: Jobs, now: Temporal.Instant): Promise<number> {
  const ids = await listDeletedBefore(tx, toDate(now.subtract({ hours: 24 * DELETED_RETENTION_DAYS })));
  await deleteWithFiles(tx, jobs, ids);
  return ids.length;
}

async function deleteWithFiles(tx: Transaction, jobs: Jobs, ids: readonly string[]): Promise<void> {
  const files = await listFileIds(tx, ids);
  await deleteProjects(tx, ids);
  if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(placeOfProjectFile) });
}

/**
 * Exports and deletes a user's projects. Public or purchased projects stay under the user's name and pass to the owner;
 * the rest is deleted.
 */
export const projectsPersonalData: PersonalDataProvider = {
  name: 'projects',
  async export(db, { userId }) {
    const rows = await listProjectsByUser(db, userId);
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
    const rows = await listProjectsByUser(tx, userId);
    const gone = await listNotBought(
      tx,
      rows.filter(project => !project.isPublic).map(({ id }) => id),
    );
    await deleteWithFiles(tx, jobs, gone);
    if (gone.length === rows.length) return;
    await updateOwnerName(tx, userId, (await getUser(tx, userId)).name);
    await invalidateTag(tx, 'projects');
  },
};
