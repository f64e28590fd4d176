import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Picture } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { pictureWidths } from '#shared/paths.ts';
import { insertPicture } from '../queries/pictures.ts';
import { PICTURE_SIGNATURE, pictureKind } from '../rules.ts';
import { mailFilesOfPicture } from './mail-pictures.ts';
import type { EncodedPicture, Shape } from './picture-tasks.ts';
import { getOrCreateFile } from './resizing.ts';
import { runPictureTask } from './run-picture-task.ts';

export type { EncodedPicture };

/** Facts about a picture apart from its content. */
interface PictureFacts {
  /** A separate id; by default, identical pictures share one. */
  readonly id?: string;
  readonly name?: string;
  readonly inLibrary?: boolean;
  readonly isSample?: boolean;
}

/** Decodes a picture within limits, removes its metadata (location, camera), and encodes it again, upright. */
export const encodePicture = (bytes: Uint8Array): Promise<EncodedPicture> => runPictureTask('encode', bytes);

/**
 * Returns the metadata of a picture that is kept unchanged, and its number of pages. Throws if it can't be decoded
 * completely or has too many pixels.
 */
export async function measurePicture(webp: Buffer): Promise<EncodedPicture & { readonly pages: number }> {
  return { webp, ...(await runPictureTask('measure', webp)) };
}

/** Re-encodes a picture and saves it with its size and six colors. */
export async function savePicture(
  db: Db,
  files: FileStore,
  bytes: Uint8Array,
  facts: PictureFacts = {},
): Promise<Picture> {
  return keepPicture(db, files, await encodePicture(bytes), facts);
}

/** Saves one of our own WebP files unchanged, which costs a seventh of re-encoding it. */
export async function saveUnchangedPicture(
  db: Db,
  files: FileStore,
  webp: Buffer,
  facts: PictureFacts = {},
): Promise<Picture> {
  const { pages: _, ...picture } = await measurePicture(webp);
  return keepPicture(db, files, picture, facts);
}

async function keepPicture(
  db: Db,
  files: FileStore,
  { webp, ...shape }: EncodedPicture,
  { id: ownId, ...facts }: PictureFacts,
): Promise<Picture> {
  const id = ownId ?? createHash('sha256').update(webp).digest('hex').slice(0, 16);
  await files.write(`pictures/${id}.webp`, webp);
  const picture = { id, ...shape };
  await insertPicture(db, { ...picture, ...facts, bytes: webp.length });
  return picture;
}

/**
 * Decodes an upload completely, rotates it upright and strips metadata. Animations are reduced to their first frame.
 * Throws BAD_REQUEST if the format is not supported or the picture can't be decoded completely.
 */
export async function encodeUpload(file: Blob, shape: Shape): Promise<EncodedPicture> {
  if (!pictureKind(await file.slice(0, PICTURE_SIGNATURE).bytes()))
    throw noPicture('This is no picture of a kind that we take. Choose a PNG, JPEG, WebP, AVIF or GIF.');
  // Decoding large pictures takes much memory, so decode one at a time.
  const encoded = await inTurn(async () => runPictureTask('upload', await file.bytes(), shape));
  if (encoded === 'broken')
    throw noPicture('This picture is damaged or incomplete. Choose another one, or save it again.');
  if (encoded === 'too_many_pixels') {
    throw noPicture('This picture has too many pixels. Choose one of at most 40 megapixels.');
  }
  return encoded;
}

let turn: Promise<unknown> = Promise.resolve();

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work);
  turn = mine.catch(() => {});
  return mine;
}

/**
 * Saves an upload, cropped to a centered square of at most `side` pixels, always as a separate picture, so that it can
 * be deleted. Throws BAD_REQUEST if it is not a supported picture; then nothing is saved.
 */
export async function saveAvatarImage(db: Db, files: FileStore, file: Blob, side: number): Promise<Picture> {
  const { webp, ...shape } = await encodeUpload(file, { square: side });
  const picture = { id: createFileId(), ...shape };
  await writePicture(files, picture.id, webp);
  await insertPicture(db, { ...picture, bytes: webp.length });
  return picture;
}

/** Returns a new, unguessable file id. */
export const createFileId = () => randomBytes(8).toString('hex');

/** Writes a picture's original and the size that pages show first, so that it exists before the first request. */
export async function writePicture(files: FileStore, id: string, webp: Uint8Array): Promise<void> {
  await files.write(`pictures/${id}.webp`, webp);
  await getPictureFile(files, id, pictureWidths[0], 'avif');
}

const noPicture = (sentence: string) => new AppError('BAD_REQUEST', sentence, { picture: sentence });

const cardName = (id: string) => `pictures/${id}-card.jpg`;

/** Lists a picture's files, in all sizes. */
export function filesOfPicture(id: string): string[] {
  const sizes = pictureWidths.flatMap(width => [`pictures/${id}-${width}.avif`, `pictures/${id}-${width}.webp`]);
  return [`pictures/${id}.webp`, cardName(id), ...mailFilesOfPicture(id), ...sizes];
}

/** Deletes a picture's files, in all sizes. */
export async function removePictureFiles(files: FileStore, id: string): Promise<void> {
  for (const name of filesOfPicture(id)) await files.remove(name);
}

/** Creates the sizes that pages use, one after the other, so that readers don't wait. Stops on `signal`. */
export async function preparePictures(
  files: FileStore,
  pictures: readonly Picture[],
  signal: AbortSignal,
): Promise<void> {
  for (const width of pictureWidths) {
    for (const picture of pictures) {
      if (signal.aborted) return;
      if (width <= picture.width) await getPictureFile(files, picture.id, width, 'avif');
    }
  }
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
