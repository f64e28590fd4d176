import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { AppError } from '#shared/errors.ts';
import type { TextFile } from '../rules/markdown-folder.ts';

const MIB = 1024 * 1024;

/** A Markdown file or a JSON file of an archive is at most this large, in bytes. */
export const LARGEST_TEXT = 8 * MIB;

/** All texts of an archive together are at most this large, in bytes: they are held in memory while they are read. */
export const LARGEST_TEXTS = 256 * MIB;

/** At most so many posts come at once, and so many projects. */
export const MOST_POSTS = 20_000;
export const MOST_PROJECTS = 2000;

/** At most so many comments come at once. */
export const MOST_COMMENTS = 200_000;

/** A refusal of an archive, beside the field that it was chosen in. */
export const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { archive: sentence });

/** Throws BAD_REQUEST where so many comments are too many. */
export function checkComments(total: number): void {
  if (total <= MOST_COMMENTS) return;
  throw refuse(`This archive has more than ${MOST_COMMENTS.toLocaleString('en')} comments. Send it in parts.`);
}

/** Reads a file's JSON. Throws BAD_REQUEST. */
export function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('This JSON is broken or not whole. Export it anew, and send the file as it is.');
  }
}

/**
 * The texts of an archive's files, named from a folder of it on; those that are too long are named and passed over. Throws
 * BAD_REQUEST where they are too many bytes together.
 */
export async function textsOf(
  zip: ZipArchive,
  names: readonly string[],
  folder: string,
  skipped: { name: string; reason: string }[],
): Promise<TextFile[]> {
  const wanted = names.filter(name => {
    if (zip.sizeOf(name) <= LARGEST_TEXT) return true;
    skipped.push({ name: name.slice(folder.length), reason: `It is a text of more than ${LARGEST_TEXT / MIB} MB.` });
    return false;
  });
  // Before anything is unpacked, by what the files say: none gives more than that.
  if (wanted.reduce((sum, name) => sum + zip.sizeOf(name), 0) > LARGEST_TEXTS) {
    throw refuse(`The texts in this archive are more than ${LARGEST_TEXTS / MIB} MB. Send it in parts.`);
  }
  const texts: TextFile[] = [];
  for (const name of wanted) {
    texts.push({ name: name.slice(folder.length), text: (await zip.read(name)).toString('utf8') });
  }
  return texts;
}
