import type { FileStore } from '#platform/files/file-store.ts';
import { pictureAddress, pictureInMail } from '#shared/paths.ts';
import { getOrCreateResized } from './resizing.ts';
import { runPictureTask } from './run-picture-task.ts';

/** The widest that a picture stands in a mail, in px: the column of `ui/email/EmailLayout.tsx` within its margins. */
const COLUMN = 496;

/** Kept in twice that, for dense screens. */
const LARGEST = 2 * COLUMN;

/** What every mail program shows; some know neither WebP nor AVIF. */
export type EmailImageFormat = 'jpg' | 'png';

/** A picture as a mail shows it: its address on this site, and how wide it stands there, in px. */
export interface MailPicture {
  readonly path: string;
  readonly width: number;
}

const fileOf = (id: string, format: EmailImageFormat) => `pictures/${id}-mail.${format}`;

/** The names of the files that a picture may have for mails. */
export function mailFilesOfPicture(id: string): string[] {
  return [fileOf(id, 'jpg'), fileOf(id, 'png')];
}

/** A picture for mails in one format, made on first demand and kept. Undefined when there is no such picture. */
export function getMailPicture(files: FileStore, id: string, format: EmailImageFormat): Promise<Buffer | undefined> {
  return getOrCreateResized(files, id, { name: fileOf(id, format), width: LARGEST, format: `mail-${format}` });
}

/**
 * Makes the pictures of a text ready for mails, by their ids: PNG where something shines through, else JPEG. What the
 * site does not have is left out.
 */
export async function prepareMailPictures(files: FileStore, text: string): Promise<ReadonlyMap<string, MailPicture>> {
  const ids = new Set(Array.from(text.matchAll(new RegExp(pictureAddress, 'g')), ([, id]) => id ?? ''));
  const pictures = new Map<string, MailPicture>();
  for (const id of ids) {
    const original = await files.read(`pictures/${id}.webp`);
    if (!original) continue;
    const { width, shines } = await runPictureTask('look', original);
    const format = shines ? 'png' : 'jpg';
    if (!(await files.has(fileOf(id, format)))) await getMailPicture(files, id, format);
    pictures.set(id, { path: pictureInMail(id, format), width: Math.min(width, COLUMN) });
  }
  return pictures;
}
