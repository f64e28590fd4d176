import { randomBytes } from 'node:crypto';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { formatBytes } from '#features/media/index.ts';
import { AppError } from '#shared/errors.ts';
import { findMessage, updateMessageFile } from '../queries/messages.ts';
import { SIGNATURE_BYTES, hasMatchingSignature, findFileError, buildContactFileKey } from '../rules/files.ts';

const UPLOAD = 'contact file';

/** Milliseconds in which a file can be uploaded after its message. */
const UPLOAD_TOKEN_TTL_MS = 3600 * 1000;

type TokenContext = Pick<ApiContext, 'encryption' | 'now'>;

/** Creates a token that allows only the message's sender to upload its file. */
export function createUploadToken({ encryption, now }: TokenContext, id: number): string {
  return encryption.encrypt(`${id} ${now().epochMilliseconds}`, UPLOAD);
}

/** Returns the message that an upload token belongs to. Throws NOT_FOUND. */
export async function getMessageByUploadToken(db: Db, { encryption, now }: TokenContext, upload: string) {
  const [id = '', at = ''] = encryption.decrypt(upload, UPLOAD)?.split(' ') ?? [];
  const isInTime = now().epochMilliseconds - Number(at) < UPLOAD_TOKEN_TTL_MS;
  const message = id && isInTime ? await findMessage(db, Number(id)) : null;
  if (!message?.fileName)
    throw new AppError('NOT_FOUND', 'This upload link is invalid or has expired. Send a new message with your file.');
  return message;
}

type FileContext = TokenContext & Pick<ApiContext, 'db' | 'files'>;

/**
 * Stores the announced file byte for byte; files of messages caught as spam are discarded. Throws NOT_FOUND,
 * UNPROCESSABLE if the content doesn't match the file name, and CONFLICT if the message has its file.
 */
export async function attachFile(context: FileContext, upload: string, file: File): Promise<void> {
  const { db, files } = context;
  const message = await getMessageByUploadToken(db, context, upload);
  const name = message.fileName ?? '';
  const bytes = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  const mismatch =
    !hasMatchingSignature(name, bytes) && 'This file’s content doesn’t match its name. Choose another file.';
  const fileError = findFileError({ name, sizeBytes: file.size }) ?? (mismatch || undefined);
  if (fileError) throw new AppError('UNPROCESSABLE', fileError, { file: fileError });
  if (message.state === 'spam') return;
  const fileId = randomBytes(8).toString('hex');
  await files.write(buildContactFileKey(fileId), file);
  try {
    if (await updateMessageFile(db, message.id, { fileId, fileSizeBytes: file.size })) return;
    const size = formatBytes(message.fileSizeBytes ?? 0);
    throw new AppError('CONFLICT', `This message already has a file (${size}).`);
  } catch (error) {
    await files.remove(buildContactFileKey(fileId));
    throw error;
  }
}

/** Opens a message's file and returns it with its name. Throws NOT_FOUND. */
export async function openMessageFile({ db, files }: Pick<ApiContext, 'db' | 'files'>, id: number) {
  const message = await findMessage(db, id);
  const file = message?.fileId ? await files.open(buildContactFileKey(message.fileId)) : undefined;
  if (!message?.fileName || !file) throw new AppError('NOT_FOUND', 'This file doesn’t exist.');
  return { name: message.fileName, file };
}
