import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { roomOn } from '#platform/files/disk-space.ts';
import type { FileStore, LocalCopy } from '#platform/files/file-store.ts';
import type { LocalFile } from '#platform/files/local-file.ts';
import { AppError } from '#shared/errors.ts';
import { deleteImport, insertImport, listOldImports } from '../queries/imports.ts';
import { readArchive } from './import-pool.ts';
import type { StoredImport } from './reading.ts';

const archiveFile = (id: string) => `imports/${id}.archive`;
const readFile = (id: string) => `imports/${id}.json`;

/**
 * Reads an archive that the owner sent, and keeps it until they decide. Throws BAD_REQUEST with what to do where there is
 * nothing to move in; nothing is kept then. Throws CONFLICT where the id is taken.
 */
export async function keepArchive(context: ApiContext, id: string, name: string, file: LocalFile): Promise<void> {
  const { db, files, now } = context;
  const { summary, json } = await readArchive(file.path, await roomOn(context.disk), context.dist);
  const row = {
    id,
    ...summary,
    name: name || 'archive',
    bytes: file.size,
    uploadedBy: signedInActor(context).userId,
    uploadedAt: new Date(now().epochMilliseconds),
  };
  if (!(await insertImport(db, row))) throw new AppError('CONFLICT', 'This archive was sent already. Choose it again.');
  try {
    await files.write(archiveFile(id), file);
    await files.write(readFile(id), Buffer.from(json.buffer, json.byteOffset, json.byteLength));
  } catch (error) {
    await forgetArchive(db, files, id);
    throw error;
  }
}

/** Removes what an archive took; what was moved in from it stays. */
export async function removeArchiveFiles(files: FileStore, id: string): Promise<void> {
  await files.remove(archiveFile(id));
  await files.remove(readFile(id));
}

/** Forgets an archive and that it was ever sent. */
export async function forgetArchive(db: Db, files: FileStore, id: string): Promise<void> {
  await deleteImport(db, id);
  await removeArchiveFiles(files, id);
}

/** An archive nobody decided about is kept for so many days. */
const KEPT_DAYS = 14;

/** Forgets archives that wait for a word for too long. Answers how many. */
export async function forgetOldArchives({ db, files, now }: Pick<ApiContext, 'db' | 'files' | 'now'>): Promise<number> {
  const before = new Date(now().subtract({ hours: 24 * KEPT_DAYS }).epochMilliseconds);
  const ids = await listOldImports(db, before);
  for (const id of ids) await forgetArchive(db, files, id);
  return ids.length;
}

/** What was read out of an archive. Throws GONE where it is there no more. */
export async function getStored(files: FileStore, id: string): Promise<StoredImport> {
  const bytes = await files.read(readFile(id));
  if (!bytes) throw new AppError('GONE', 'This archive is there no more. Send it once again.');
  return JSON.parse(bytes.toString('utf8')) as StoredImport;
}

/** The archive itself, which must be released. Throws GONE where it is there no more. */
export async function getArchive(files: FileStore, id: string): Promise<LocalCopy> {
  const copy = await files.local(archiveFile(id));
  if (!copy) throw new AppError('GONE', 'This archive is there no more. Send it once again.');
  return copy;
}
