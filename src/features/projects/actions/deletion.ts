import { getUser } from '#features/accounts/queries/users.ts';
import { dateOf } from '#features/publishing/actions.ts';
import { KEPT_DELETED_DAYS } from '#features/publishing/contract.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { listGallery } from '../queries/galleries.ts';
import { deleteProjects, deleteProjectsDeletedBefore, listProjectsOf, updateOwnerName } from '../queries/upkeep.ts';
import { updateProject } from '../queries/writing.ts';
import { writtenContentOf } from '../rules/content.ts';
import { getProjectToChange } from './drafts.ts';

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

/** Removes what was deleted more than 30 days ago, for good. Answers how many projects. */
export function purgeProjects(db: Db, now: Temporal.Instant): Promise<number> {
  return deleteProjectsDeletedBefore(db, dateOf(now.subtract({ hours: 24 * KEPT_DELETED_DAYS })));
}

/**
 * The projects that somebody wrote. When they leave, what is public stays under their name, and is the owner's; all else of
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
      })),
    );
  },
  async erase(tx, { userId }) {
    const rows = await listProjectsOf(tx, userId);
    const gone = rows.filter(project => !project.isPublic).map(({ id }) => id);
    await deleteProjects(tx, gone);
    if (gone.length === rows.length) return;
    await updateOwnerName(tx, userId, (await getUser(tx, userId)).name);
    await announceChange(tx, 'projects');
  },
};
