import { randomBytes } from 'node:crypto';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { StoredFile } from '#platform/files/file-store.ts';
import { formatBytes } from '#features/media/rules.ts';
import { AppError } from '#shared/errors.ts';
import { findMessage, type MessageRow, updateMessageFile } from '../queries/messages.ts';
import { SIGNATURE_BYTES, hasMatchingSignature, findFileError, buildContactFileKey } from '../rules/files.ts';

const UPLOAD = 'contact file';

/** A file follows its message within so many milliseconds. */
const UPLOAD_TOKEN_TTL_MS = 3600 * 1000;

type NamingContext = Pick<ApiContext, 'encryption' | 'now'>;

/** Names a message for whoever wrote it, so that they alone can send its file. */
export function createUploadToken({ encryption, now }: NamingContext, id: number): string {
  return encryption.encrypt(`${id} ${now().epochMilliseconds}`, UPLOAD);
}

/** The message that a file may be sent for by this name. Throws NOT_FOUND. */
export async function getMessageByUploadToken(
  db: Db,
  { encryption, now }: NamingContext,
  upload: string,
): Promise<MessageRow> {
  const [id = '', at = ''] = encryption.decrypt(upload, UPLOAD)?.split(' ') ?? [];
  const isInTime = now().epochMilliseconds - Number(at) < UPLOAD_TOKEN_TTL_MS;
  const message = id && isInTime ? await findMessage(db, Number(id)) : null;
  if (!message?.fileName) throw new AppError('NOT_FOUND', 'There is no message that waits for a file here.');
  return message;
}

type FileContext = NamingContext & Pick<ApiContext, 'db' | 'files'>;

/**
 * Keeps the file that a message announced, byte for byte; of what the traps caught nothing is kept. Throws NOT_FOUND,
 * UNPROCESSABLE where it is not what its name says, and CONFLICT where the message has its file.
 */
export async function attachFile(context: FileContext, upload: string, file: File): Promise<void> {
  const { db, files } = context;
  const message = await getMessageByUploadToken(db, context, upload);
  const name = message.fileName ?? '';
  const first = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  const isOther = !hasMatchingSignature(name, first) && 'This file is not what its name says, so it was not kept.';
  const objection = findFileError({ name, bytes: file.size }) ?? (isOther || undefined);
  if (objection) throw new AppError('UNPROCESSABLE', objection, { file: objection });
  if (message.state === 'spam') return;
  const fileId = randomBytes(8).toString('hex');
  await files.write(buildContactFileKey(fileId), file);
  const kept = await db
    .transaction(tx => updateMessageFile(tx, message.id, { fileId, fileBytes: file.size }))
    .catch(async (error: unknown) => {
      await files.remove(buildContactFileKey(fileId));
      throw error;
    });
  if (kept) return;
  await files.remove(buildContactFileKey(fileId));
  throw new AppError('CONFLICT', `This message has its file already, of ${formatBytes(message.fileBytes ?? 0)}.`);
}

/** The file of a message, with its name. Throws NOT_FOUND. */
export async function openMessageFile(
  { db, files }: Pick<ApiContext, 'db' | 'files'>,
  id: number,
): Promise<{ name: string; file: StoredFile }> {
  const message = await findMessage(db, id);
  const file = message?.fileId ? await files.open(buildContactFileKey(message.fileId)) : undefined;
  if (!message?.fileName || !file) throw new AppError('NOT_FOUND', 'There is no such file.');
  return { name: message.fileName, file };
}
