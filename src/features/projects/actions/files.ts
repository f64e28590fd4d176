import { createFileId, deleteFilesQueue, sanitizeFileName } from '#features/media/index.ts';
import { getEntry, lockEntry, projectTags } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_PROJECT_FILES } from '../contract/files.ts';
import { deleteProjectFile, hasBuyers, listProjectFiles, buildProjectFileKey } from '../queries/files.ts';
import { updateProjectRow } from '../queries/drafts.ts';
import { projectFiles } from '../tables.ts';
import { projectStore } from './project-store.ts';

/**
 * Adds a file for buyers, byte for byte. Throws NOT_FOUND, UNPROCESSABLE for an empty file, and CONFLICT if the project
 * has too many files.
 */
export async function addProjectFile(
  context: Pick<ApiContext, 'db' | 'actor' | 'now' | 'files'>,
  projectId: string,
  file: File,
): Promise<void> {
  const { db, files } = context;
  await getEntry(db, context, projectStore, projectId);
  if (file.size === 0) throw new AppError('UNPROCESSABLE', 'This file is empty.', { file: 'This file is empty.' });
  const id = createFileId();
  await files.write(buildProjectFileKey(id), file);
  try {
    await db.transaction(async tx => {
      const { entry: project } = await lockEntry(tx, context, projectStore, projectId);
      const before = await listProjectFiles(tx, project.id);
      if (before.length >= MAX_PROJECT_FILES) {
        throw new AppError(
          'CONFLICT',
          `A project can have up to ${MAX_PROJECT_FILES} files. Combine some of them into a ZIP.`,
        );
      }
      const name = sanitizeFileName(file.name, 'file');
      const addedAt = toDate(context.now());
      await tx.insert(projectFiles).values({ id, projectId: project.id, name, bytes: file.size, addedAt });
      await updateProjectRow(tx, project, { isSample: false });
      if (before.length === 0 && project.isPublic) await invalidatePrice(tx, project.id);
    });
  } catch (error) {
    await files.remove(buildProjectFileKey(id));
    throw error;
  }
}

/**
 * Removes a file for buyers. Throws NOT_FOUND, and CONFLICT for the last file of a purchased project, since clients can
 * download it without a time limit.
 */
export async function removeProjectFile(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'jobs'>,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string },
): Promise<void> {
  const { entry: project } = await lockEntry(tx, context, projectStore, projectId);
  const files = await listProjectFiles(tx, project.id);
  const file = files.find(({ id }) => id === fileId);
  if (!file) throw new AppError('NOT_FOUND', 'This file doesn’t exist. It may have been removed.');
  const isLast = files.length === 1;
  if (isLast && (await hasBuyers(tx, project.id))) {
    throw new AppError(
      'CONFLICT',
      'Clients have bought this project, so it needs at least one file. Add the new file first, then remove this one.',
    );
  }
  await deleteProjectFile(tx, file.id);
  await updateProjectRow(tx, project, { isSample: false });
  await context.jobs.enqueue(tx, deleteFilesQueue, { files: [buildProjectFileKey(file.id)] });
  if (isLast && project.isPublic) await invalidatePrice(tx, project.id);
}

/** Invalidates the pages that show whether a project can be bought. */
async function invalidatePrice(tx: Transaction, id: string): Promise<void> {
  for (const tag of [projectTags.page(id), projectTags.related(id), projectTags.list]) await invalidateTag(tx, tag);
}
