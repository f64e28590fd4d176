import { getUser } from '#features/accounts/queries/users.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Log } from '#platform/log.ts';
import { AppError } from '#shared/errors.ts';
import { forgetOldArchives, removeArchiveFiles } from './actions/archives.ts';
import { type PreparedImport, prepareImport, writeImport } from './actions/importing.ts';
import { removeTaken } from './actions/pictures.ts';
import { getImport, updateImportStarted, updateImport } from './queries/imports.ts';
import { isUnderWay } from './rules/states.ts';

/** What moving an archive in works with. */
export type TransferJobServices = Pick<ApiServices, 'db' | 'dist' | 'files' | 'jobs' | 'now'> & { readonly log: Log };

/**
 * Moves an archive in: all of it, or nothing. Pictures and texts are made before the transaction; where it fails, the
 * pictures' files are removed again, and why it failed is kept for the owner.
 */
export async function runImport(services: TransferJobServices, importId: string): Promise<void> {
  const { db, files, log, now } = services;
  const row = await updateImportStarted(db, importId);
  if (!row) return;
  let prepared: PreparedImport | undefined;
  try {
    prepared = await prepareImport(services, row);
    const ready = prepared;
    const { email, role } = await getUser(db, row.uploadedBy);
    const actor = { role, userId: row.uploadedBy, email, sessionId: '' };
    const outcome = await db.transaction(async tx => {
      // Of two at once, the second finds it done.
      const { state } = await getImport(tx, importId, { lock: true });
      if (!isUnderWay(state)) throw new AppError('CONFLICT', 'This was moved in already.');
      const done = await writeImport(tx, { ...services, actor, importId }, ready);
      const endedAt = new Date(now().epochMilliseconds);
      await updateImport(tx, importId, { state: 'done', error: null, ...done, endedAt });
      return done.outcome;
    });
    log.info({ importId, ...outcome }, 'an archive was moved in');
  } catch (error) {
    await removeTaken(files, prepared?.taken.added ?? []);
    log.warn({ err: error, importId }, 'an archive was not moved in');
    const sentence =
      error instanceof AppError
        ? error.message
        : 'Something went wrong while it was written, so nothing was moved in. Try again; if it stays so, the log says more.';
    const { state } = await getImport(db, importId);
    if (isUnderWay(state)) await updateImport(db, importId, { state: 'failed', error: sentence });
    return;
  }
  await removeArchiveFiles(files, importId);
}

/** Forgets archives that nobody decided about. */
export async function forgetOld(services: Pick<TransferJobServices, 'db' | 'files' | 'now' | 'log'>): Promise<void> {
  const forgotten = await forgetOldArchives(services);
  if (forgotten > 0) services.log.info({ forgotten }, 'archives that nobody decided about were forgotten');
}
