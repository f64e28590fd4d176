import { getUser } from '#features/auth/queries/users.ts';
import { removeQueue } from '#features/media/actions/queues.ts';
import { dateOf } from '#features/publishing/actions/scheduling.ts';
import { KEPT_DELETED_DAYS } from '#features/publishing/contract/status.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { listFileIds, listProjectFiles } from '../queries/files.ts';
import { listGallery } from '../queries/galleries.ts';
import {
  deleteProjects,
  listDeletedBefore,
  listNotBought,
  listProjectsOf,
  updateOwnerName,
} from '../queries/cleanup.ts';
import { updateProject } from '../queries/drafts.ts';
import { writtenContentOf } from '../rules/content.ts';
import { getProjectToChange, toProjectFile } from './list-drafts.ts';
import { placeOfProjectFile } from './files.ts';

type Context = Pick<ApiContext, 'actor' | 'now'>;

/**
 * Deletes a project; for 30 days it can be had back. Answers its id. Throws NOT_FOUND, and CONFLICT when it is deleted
 * already.
 */
export async function deleteProject(tx: Transaction, context: Context, id: string): Promise<string> {
  const { project } = await getProjectToChange(tx, context, id);
  if (project.deletedAt) throw new AppError('CONFLICT', 'This project is deleted already.');
  await updateProject(tx, project.id, { deletedAt: dateOf(context.now()) });
  if (project.isPublic) await announceChange(tx, 'projects');
  return project.id;
}

/** Has a deleted project back, where it stood before. Answers its id. Throws NOT_FOUND, and CONFLICT when it is not deleted. */
export async function restoreProject(tx: Transaction, context: Context, id: string): Promise<string> {
  const { project } = await getProjectToChange(tx, context, id);
  if (!project.deletedAt) throw new AppError('CONFLICT', 'This project is not deleted.');
  await updateProject(tx, project.id, { deletedAt: null });
  if (project.status === 'published') await announceChange(tx, 'projects');
  return project.id;
}

/** Permanently deletes projects that were deleted more than 30 days ago and never bought. Returns how many. */
export async function purgeProjects(tx: Transaction, jobs: Jobs, now: Temporal.Instant): Promise<number> {
  const ids = await listDeletedBefore(tx, dateOf(now.subtract({ hours: 24 * KEPT_DELETED_DAYS })));
  await deleteWithFiles(tx, jobs, ids);
  return ids.length;
}

async function deleteWithFiles(tx: Transaction, jobs: Jobs, ids: readonly string[]): Promise<void> {
  const files = await listFileIds(tx, ids);
  await deleteProjects(tx, ids);
  if (files.length > 0) await jobs.enqueue(tx, removeQueue, { files: files.map(placeOfProjectFile) });
}

/**
 * The projects that somebody wrote. When they leave, what is public or was bought stays under their name, and is the owner's; all else of
 * theirs goes.
 */
export const projectsPersonalData: PersonalDataPart = {
  name: 'projects',
  async collect(db, { userId }) {
    const rows = await listProjectsOf(db, userId);
    return Promise.all(
      rows.map(async project => ({
        id: project.id,
        status: project.status,
        createdAt: project.createdAt,
        publishedOn: project.publishedOn,
        deletedAt: project.deletedAt,
        ...writtenContentOf(project, await listGallery(db, project.id)),
        files: (await listProjectFiles(db, project.id)).map(toProjectFile),
      })),
    );
  },
  async erase(tx, { userId }, { jobs }) {
    const rows = await listProjectsOf(tx, userId);
    const gone = await listNotBought(
      tx,
      rows.filter(project => !project.isPublic).map(({ id }) => id),
    );
    await deleteWithFiles(tx, jobs, gone);
    if (gone.length === rows.length) return;
    await updateOwnerName(tx, userId, (await getUser(tx, userId)).name);
    await announceChange(tx, 'projects');
  },
};
