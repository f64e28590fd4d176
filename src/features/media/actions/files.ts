import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { AppError } from '#shared/errors.ts';
import type { FileType } from '#shared/uploads.ts';
import type { MediaFile } from '../contract.ts';
import { deleteFile, findFile, insertFile } from '../queries/files.ts';
import { sanitizeFileName, FILE_SIGNATURE_BYTES, detectFileType } from '../rules.ts';
import { assertQuota, consumeUploadLimit } from './media-library.ts';
import { createFileId } from './pictures.ts';
import { deleteFilesQueue } from './queues.ts';

const extensions: Readonly<Record<FileType, string>> = { 'application/pdf': 'pdf', 'application/zip': 'zip' };

/** Returns the file's key in the store, which doesn't depend on its name. */
export const fileOf = ({ id, type }: Pick<MediaFile, 'id' | 'type'>) => `documents/${id}.${extensions[type]}`;

const noSuchDocument = () => new AppError('NOT_FOUND', 'This file doesn’t exist. It may have been deleted.');

/**
 * Saves an uploaded PDF or ZIP byte for byte, without opening it. Throws BAD_REQUEST if it is neither, CONFLICT if the
 * quota is exceeded, and RateLimitError; then nothing is saved.
 */
export async function uploadFile(context: ApiContext, file: File): Promise<MediaFile> {
  const { db, files } = context;
  const { userId } = requireUser(context);
  await consumeUploadLimit(db, context);
  const contentType = detectFileType(await file.slice(0, FILE_SIGNATURE_BYTES).bytes());
  if (!contentType) {
    const message = 'This file type isn’t supported. Choose a PDF or ZIP.';
    throw new AppError('BAD_REQUEST', message, { document: message });
  }
  await assertQuota({ before: db }, context, file.size);
  const id = createFileId();
  const fileName = sanitizeFileName(file.name, `document.${extensions[contentType]}`);
  try {
    await files.write(fileOf({ id, type: contentType }), file);
    await db.transaction(async tx => {
      await assertQuota({ within: tx }, context, file.size);
      await insertFile(tx, { id, ownerId: userId, fileName, contentType, sizeBytes: file.size });
    });
  } catch (error) {
    await files.remove(fileOf({ id, type: contentType }));
    throw error;
  }
  const document = await findFile(db, requireUser(context), id);
  if (!document) throw noSuchDocument();
  return document;
}

/** Returns a file with its content. Throws NOT_FOUND, also for someone else's. */
export async function getFileDownload(db: Db, files: FileStore, context: Pick<ApiContext, 'actor'>, id: string) {
  const document = await findFile(db, requireUser(context), id);
  const file = document && (await files.open(fileOf(document)));
  if (!file) throw noSuchDocument();
  return { document, file };
}

/** Deletes a file; its content is deleted after the commit. Throws NOT_FOUND. */
export async function deleteDocument(tx: Transaction, context: ApiContext, { id }: { id: string }) {
  const document = await findFile(tx, requireUser(context), id);
  if (!document || !(await deleteFile(tx, id))) throw noSuchDocument();
  await context.jobs.enqueue(tx, deleteFilesQueue, { files: [fileOf(document)] });
  return { deleted: true as const };
}
