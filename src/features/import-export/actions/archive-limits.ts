import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { AppError } from '#shared/errors.ts';
import { createArchiveError } from '../rules/imported-content.ts';
import { LeftOut } from './reading-steps.ts';

export const MIB = 1024 * 1024;

/** Maximum size of a text file in an archive. */
export const MAX_TEXT_FILE_BYTES = 8 * MIB;

/** Maximum size of a JSON file of comments or redirects. */
export const LARGEST_LIST = 32 * MIB;

/** Parses a standalone JSON export. Throws BAD_REQUEST. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw createArchiveError('This JSON is broken or incomplete. Export it again, and upload the file unchanged.');
  }
}

/** Returns the bytes of a text file. Throws LeftOut if it has more than `most`, or is broken. */
export async function readText(zip: ZipArchive, name: string, most = MAX_TEXT_FILE_BYTES): Promise<Buffer> {
  if (zip.sizeOf(name) > most) throw new LeftOut(`It is a text of more than ${most / MIB} MB.`);
  try {
    return await zip.read(name);
  } catch (error) {
    if (error instanceof AppError) throw new LeftOut('It is broken. Pack the archive again, or download it again.');
    throw error;
  }
}
