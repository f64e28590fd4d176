import type { FileStore } from '#platform/files/file-store.ts';
import { pictureAddress, pictureInMail } from '#shared/paths.ts';
import { getOrCreateFile } from './resizing.ts';
import { runPictureTask } from './run-picture-task.ts';

/** Widest picture in an email, in px: the column of `ui/email/EmailLayout.tsx` without margins. */
const COLUMN = 496;

/** Twice the column width, for high-density screens. */
const LARGEST = 2 * COLUMN;

/** Formats that all email clients show; some support neither WebP nor AVIF. */
export type EmailImageFormat = 'jpg' | 'png';

/** A picture in an email: its URL on this site, and its width in px. */
export interface MailPicture {
  readonly path: string;
  readonly width: number;
}

const fileOf = (id: string, format: EmailImageFormat) => `pictures/${id}-mail.${format}`;

/** Lists the files a picture may have for emails. */
export function mailFilesOfPicture(id: string): string[] {
  return [fileOf(id, 'jpg'), fileOf(id, 'png')];
}

/** Returns a picture in an email format, created at first request and stored. Undefined if it doesn't exist. */
export function getMailPicture(files: FileStore, id: string, format: EmailImageFormat): Promise<Buffer | undefined> {
  return getOrCreateFile(files, id, fileOf(id, format), original =>
    runPictureTask('resize', original, LARGEST, `mail-${format}`),
  );
}

/** Prepares a text's pictures for email, by id: PNG if transparent, else JPEG. Missing pictures are left out. */
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
