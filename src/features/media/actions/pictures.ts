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
import { getOrCreateResized } from './resizing.ts';
import { runPictureTask } from './run-picture-task.ts';

export type { EncodedPicture };

/** What is known of a picture besides what it shows. */
export interface PictureFacts {
  /** One of its own; otherwise the same picture twice is one picture. */
  readonly id?: string;
  readonly name?: string;
  readonly inLibrary?: boolean;
  readonly sample?: boolean;
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

/** Takes a picture in: encodes it anew and writes down its size and its six colors. */
export async function savePicture(
  db: Db,
  files: FileStore,
  bytes: Uint8Array,
  facts: PictureFacts = {},
): Promise<Picture> {
  return keepPicture(db, files, await encodePicture(bytes), facts);
}

/** Takes in a WebP of ours as it is, which costs a seventh of encoding it again. */
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
 * Reads what somebody uploaded: whole or not at all, upright, without anything but the picture. Animations become their
 * first frame. Throws BAD_REQUEST when the bytes are no picture of the kinds that we take, or one that cannot be decoded
 * whole.
 */
export async function encodeUpload(file: Blob, shape: Shape): Promise<EncodedPicture> {
  if (!pictureKind(await file.slice(0, PICTURE_SIGNATURE).bytes()))
    throw noPicture('This is no picture of a kind that we take. Choose a PNG, JPEG, WebP, AVIF or GIF.');
  // A large picture takes much memory while it is decoded, so they are read and decoded one after the other.
  const encoded = await inTurn(async () => runPictureTask('upload', await file.bytes(), shape));
  if (encoded === 'broken')
    throw noPicture('This picture is damaged or incomplete. Choose another one, or save it again.');
  if (encoded === 'too many pixels') {
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
 * Takes in what somebody uploaded, cut to a square around its center of at most `side` pixels. It becomes a picture of
 * its own, which belongs to nobody else, so that it can be removed again. Throws BAD_REQUEST when it is no picture that we
 * take; nothing is kept then.
 */
export async function saveAvatarImage(db: Db, files: FileStore, file: Blob, side: number): Promise<Picture> {
  const { webp, ...shape } = await encodeUpload(file, { square: side });
  const picture = { id: createFileId(), ...shape };
  await writePicture(files, picture.id, webp);
  await insertPicture(db, { ...picture, bytes: webp.length });
  return picture;
}

/** The id of a file that somebody uploaded: nobody guesses it. */
export const createFileId = () => randomBytes(8).toString('hex');

/** Writes a picture's original, and what every page shows of it first, so that it is there before anybody asks. */
export async function writePicture(files: FileStore, id: string, webp: Uint8Array): Promise<void> {
  await files.write(`pictures/${id}.webp`, webp);
  await getPictureFile(files, id, pictureWidths[0], 'avif');
}

const noPicture = (sentence: string) => new AppError('BAD_REQUEST', sentence, { picture: sentence });

const cardName = (id: string) => `pictures/${id}-card.jpg`;

/** The names of a picture's files, of every size. */
export function filesOfPicture(id: string): string[] {
  const sizes = pictureWidths.flatMap(width => [`pictures/${id}-${width}.avif`, `pictures/${id}-${width}.webp`]);
  return [`pictures/${id}.webp`, cardName(id), ...mailFilesOfPicture(id), ...sizes];
}

/** Removes a picture's files, of every size. */
export async function removePictureFiles(files: FileStore, id: string): Promise<void> {
  for (const name of filesOfPicture(id)) await files.remove(name);
}

export type PictureFormat = 'avif' | 'webp';

/** Makes the sizes that pages ask for, one after the other, so that no reader waits for them. Ends early on `signal`. */
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
 * One width of a picture in one format, made on first demand and kept. Undefined when there is no such picture or the
 * width is none of ours.
 */
export async function getPictureFile(
  files: FileStore,
  id: string,
  width: number,
  format: PictureFormat,
): Promise<Buffer | undefined> {
  if (!pictureWidths.some(offered => offered === width)) return undefined;
  return getOrCreateResized(files, id, { name: `pictures/${id}-${width}.${format}`, width, format });
}

/**
 * A picture as a social card, made on first demand and kept; undefined when there is no such picture. JPEG, since some
 * networks show nothing newer, and fetch no more than 300 KB, which photographs as PNG are above.
 */
export async function getPictureCard(files: FileStore, id: string): Promise<Buffer | undefined> {
  const kept = await files.read(cardName(id));
  if (kept) return kept;
  const original = await files.read(`pictures/${id}.webp`);
  if (!original) return undefined;
  const made = await runPictureTask('card', original);
  await files.write(cardName(id), made);
  return Buffer.from(made);
}
