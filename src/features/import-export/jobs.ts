import { getUser } from '#features/auth/index.ts';
import { toDate } from '#platform/database/dates.ts';
import type { JobServices } from '#platform/feature.ts';
import { AppError } from '#shared/errors.ts';
import { deleteArchiveFiles, deleteArchive } from './actions/archive-store.ts';
import { insertImport } from './actions/import.ts';
import { deleteImportedImages } from './actions/pictures.ts';
import { prepareImport } from './actions/preparing.ts';
import { getImport, type ImportRow, listExpiredImports, updateImport, updateImportStarted } from './queries/imports.ts';
import { isUnderWay } from './contract/constants.ts';

type ImportJobServices = Pick<JobServices, 'db' | 'files' | 'jobs' | 'now' | 'temporary' | 'log'>;

/**
 * Imports a complete archive or nothing. Prepares pictures and texts before the transaction; if it fails, deletes the
 * picture files and stores the reason for the owner.
 */
export async function runImport(services: ImportJobServices, importId: string): Promise<void> {
  const { db, files, log, temporary } = services;
  const row = await updateImportStarted(db, importId);
  if (!row) return;
  try {
    const result = await temporary.useFolder(folder => importFrom(services, row, folder));
    log.info({ importId, ...result }, 'archive imported');
  } catch (error) {
    log.warn({ err: error, importId }, 'import failed');
    const sentence =
      error instanceof AppError
        ? error.message
        : 'Something went wrong during the import, so nothing was imported. Try again. If it keeps failing, check the server log.';
    const { status } = await getImport(db, importId);
    if (isUnderWay(status)) await updateImport(db, importId, { status: 'failed', errorMessage: sentence });
    return;
  }
  await deleteArchiveFiles(files, importId);
}

/** Prepares an import in an empty folder and writes it in one transaction. If that fails, no new picture remains. */
async function importFrom(services: ImportJobServices, row: ImportRow, folder: string) {
  const { db, files, now } = services;
  const prepared = await prepareImport(services, row, folder);
  try {
    const { email, role } = await getUser(db, row.uploadedBy);
    const actor = { role, userId: row.uploadedBy, email, sessionId: '' };
    return await db.transaction(async tx => {
      // If two jobs run at the same time, the second finds the import done.
      const { status } = await getImport(tx, row.id, { lock: true });
      if (!isUnderWay(status)) throw new AppError('CONFLICT', 'This archive has already been imported.');
      const done = await insertImport(tx, { ...services, actor, importId: row.id }, prepared);
      const finishedAt = toDate(now());
      await updateImport(tx, row.id, { status: 'completed', errorMessage: null, ...done, finishedAt });
      return done.result;
    });
  } catch (error) {
    await deleteImportedImages(db, files, prepared.pictures.added);
    throw error;
  }
}

/** Days after which an archive that was not imported is deleted. */
const RETENTION_DAYS = 14;

/** Deletes archives that were not imported in time. */
export async function deleteExpiredImportsJob({ db, files, now, log }: ImportJobServices): Promise<void> {
  const before = toDate(now().subtract({ hours: 24 * RETENTION_DAYS }));
  const expired = await listExpiredImports(db, before);
  for (const id of expired) await deleteArchive(db, files, id);
  if (expired.length > 0) log.info({ forgotten: expired.length }, 'expired archives deleted');
}
