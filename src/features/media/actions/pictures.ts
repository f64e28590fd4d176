import { hash, randomBytes } from 'node:crypto';
import type { Database, Db, Transaction } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Picture } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { listPictureWidths, pictureUrlPattern, pictureInMail, pictureWidths } from '#shared/paths.ts';
import { insertPicture } from '../queries/pictures.ts';
import { EMPTY_FILE, PICTURE_SIGNATURE, pictureKind } from '../rules.ts';
import type { EncodedPicture, Shape } from './picture-tasks.ts';
import { runPictureTask } from './run-picture-task.ts';

export type { EncodedPicture };

/** Decodes a picture within limits, removes its metadata (location, camera), and encodes it again, upright. */
export const encodePicture = (bytes: Uint8Array): Promise<EncodedPicture> => runPictureTask('encode', bytes);

/**
 * Returns the metadata of a picture that is kept unchanged, and its number of pages. Throws if it can't be decoded
 * completely or has too many pixels.
 */
export async function measurePicture(webp: Buffer): Promise<EncodedPicture & { readonly pages: number }> {
  return { webp, ...(await runPictureTask('measure', webp)) };
}

/** Derives a picture's id from its bytes, so identical pictures share one. */
export const derivePictureId = (webp: Uint8Array) => hash('sha256', webp).slice(0, 16);

/** Saves one of our own WebP files unchanged, which costs a seventh of re-encoding it. Identical files share an id. */
export async function saveUnchangedPicture(
  db: Db,
  files: FileStore,
  webp: Buffer,
  metadata: { name?: string; inLibrary?: boolean; isSample?: boolean } = {},
): Promise<Picture> {
  const { pages: _, ...shape } = await runPictureTask('measure', webp);
  const id = derivePictureId(webp);
  await files.write(`pictures/${id}.webp`, webp);
  const picture = { id, ...shape };
  await insertPicture(db, { ...picture, ...metadata, bytes: webp.length });
  return picture;
}

/**
 * Decodes an upload completely, rotates it upright and strips metadata. Animations are reduced to their first frame.
 * Throws BAD_REQUEST if the format is not supported or the picture can't be decoded completely.
 */
export async function encodeUpload(file: Blob, shape: Shape): Promise<EncodedPicture> {
  if (file.size === 0) throw pictureError(EMPTY_FILE);
  if (!pictureKind(await file.slice(0, PICTURE_SIGNATURE).bytes()))
    throw pictureError('This file type isn’t supported. Choose a PNG, JPEG, WebP, AVIF or GIF.');
  // Decoding large pictures takes much memory, so decode one at a time.
  const encoded = await serialize(async () => runPictureTask('upload', await file.bytes(), shape));
  if (encoded === 'broken')
    throw pictureError('This image is damaged or incomplete. Choose another one, or save it again.');
  if (encoded === 'too_many_pixels') {
    throw pictureError('This image has too many pixels. Choose one with at most 40 megapixels.');
  }
  return encoded;
}

let queue: Promise<unknown> = Promise.resolve();

function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  queue = result.catch(() => {});
  return result;
}

/**
 * Saves an upload, cropped to a centered square of at most `side` pixels, always as a separate picture, so it can be
 * deleted. `use` runs in the same transaction. Throws its errors, and BAD_REQUEST if the upload is not a supported
 * picture; then nothing is saved.
 */
export async function saveAvatarImage<Result>(
  db: Database,
  files: FileStore,
  { file, side }: { readonly file: Blob; readonly side: number },
  use: (tx: Transaction, id: string) => Promise<Result>,
): Promise<{ readonly picture: Picture; readonly result: Result }> {
  const { webp, ...shape } = await encodeUpload(file, { square: side });
  const picture = { id: createFileId(), ...shape };
  try {
    await writePicture(files, picture.id, webp);
    const result = await db.transaction(async tx => {
      await insertPicture(tx, { ...picture, bytes: webp.length });
      return use(tx, picture.id);
    });
    return { picture, result };
  } catch (error) {
    await removePictureFiles(files, picture.id);
    throw error;
  }
}

/** Returns a new, unguessable file id. */
export const createFileId = () => randomBytes(8).toString('hex');

/** Writes a picture's original and the size that pages show first, so it exists before the first request. */
export async function writePicture(files: FileStore, id: string, webp: Uint8Array): Promise<void> {
  await files.write(`pictures/${id}.webp`, webp);
  await getPictureFile(files, id, pictureWidths[0], 'avif');
}

const pictureError = (message: string) => new AppError('BAD_REQUEST', message, { picture: message });

const cardName = (id: string) => `pictures/${id}-card.jpg`;

/** Lists a picture's files, in all sizes. */
export function filesOfPicture(id: string): string[] {
  const sizes = pictureWidths.flatMap(width => [`pictures/${id}-${width}.avif`, `pictures/${id}-${width}.webp`]);
  return [`pictures/${id}.webp`, cardName(id), mailFileOf(id, 'jpg'), mailFileOf(id, 'png'), ...sizes];
}

/** Deletes a picture's files, in all sizes. */
export async function removePictureFiles(files: FileStore, id: string): Promise<void> {
  await files.remove(...filesOfPicture(id));
}

/** Creates the sizes that pages use, one after the other, so readers don't wait. Stops on `signal`. */
export async function preparePictures(files: FileStore, pictures: readonly Picture[], signal?: AbortSignal) {
  for (const width of pictureWidths) {
    for (const picture of pictures) {
      if (signal?.aborted) return;
      if (listPictureWidths(picture.width).includes(width)) await getPictureFile(files, picture.id, width, 'avif');
    }
  }
}

/** Returns a file made from a stored picture, at first request, and stored. Undefined if the picture doesn't exist. */
async function getOrCreateFile(
  files: FileStore,
  id: string,
  name: string,
  make: (original: Buffer) => Promise<Uint8Array>,
): Promise<Buffer | undefined> {
  const existing = await files.read(name);
  if (existing) return existing;
  const originalName = `pictures/${id}.webp`;
  const original = await files.read(originalName);
  if (!original) return undefined;
  const created = Buffer.from(await make(original));
  await files.write(name, created);
  // The picture may have been deleted with all files that existed then.
  if (!(await files.has(originalName))) await files.remove(name);
  return created;
}

/**
 * Returns a picture in one width and format, created at first request and stored. Undefined if the picture doesn't
 * exist or the width is not supported.
 */
export async function getPictureFile(
  files: FileStore,
  id: string,
  width: number,
  format: 'avif' | 'webp',
): Promise<Buffer | undefined> {
  if (!pictureWidths.some(offered => offered === width)) return undefined;
  return getOrCreateFile(files, id, `pictures/${id}-${width}.${format}`, original =>
    runPictureTask('resize', original, width, format),
  );
}

/**
 * Returns a picture as a social card, created at first request and stored; undefined if it doesn't exist. JPEG, because
 * some networks support nothing newer and fetch at most 300 KB, which PNG photographs exceed.
 */
export function getPictureCard(files: FileStore, id: string): Promise<Buffer | undefined> {
  return getOrCreateFile(files, id, cardName(id), original => runPictureTask('card', original));
}

/** Widest picture in an email, in px: the column of `ui/email/EmailLayout.tsx` without margins. */
const COLUMN = 496;

/** Twice the column width, for high-density screens. */
const MAX_WIDTH = 2 * COLUMN;

/** Formats that all email clients show; some support neither WebP nor AVIF. */
type EmailImageFormat = 'jpg' | 'png';

/** A picture in an email: its URL on this site, and its width in px. */
interface MailPicture {
  readonly path: string;
  readonly width: number;
}

const mailFileOf = (id: string, format: EmailImageFormat) => `pictures/${id}-mail.${format}`;

/** Returns a picture in an email format, created at first request and stored. Undefined if it doesn't exist. */
export function getMailPicture(files: FileStore, id: string, format: EmailImageFormat): Promise<Buffer | undefined> {
  return getOrCreateFile(files, id, mailFileOf(id, format), original =>
    runPictureTask('resize', original, MAX_WIDTH, `mail-${format}`),
  );
}

/** Prepares a text's pictures for email, by id: PNG if transparent, else JPEG. Missing pictures are left out. */
export async function prepareMailPictures(files: FileStore, text: string): Promise<ReadonlyMap<string, MailPicture>> {
  const ids = new Set(Array.from(text.matchAll(new RegExp(pictureUrlPattern, 'g')), ([, id]) => id ?? ''));
  const pictures = new Map<string, MailPicture>();
  for (const id of ids) {
    const original = await files.read(`pictures/${id}.webp`);
    if (!original) continue;
    const { width, isTransparent } = await runPictureTask('inspect', original);
    const format = isTransparent ? 'png' : 'jpg';
    if (!(await files.has(mailFileOf(id, format)))) await getMailPicture(files, id, format);
    pictures.set(id, { path: pictureInMail(id, format), width: Math.min(width, COLUMN) });
  }
  return pictures;
}
