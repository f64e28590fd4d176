import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { loadSharp } from '#platform/files/sharp.ts';
import type { RateLimit } from '#platform/http/rate-limits.ts';
import type { Picture } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { pictureWidths } from '#shared/paths.ts';
import { insertPicture } from './queries.ts';
import { pictureKind } from './rules.ts';

/** Pictures are refused above this many pixels before anything is decoded. */
const MOST_PIXELS = 50_000_000;

/**
 * Takes a picture in: decodes it within limits, drops its metadata (place, camera), re-encodes it and writes down its
 * size and its six colors. The same picture twice is one picture, unless it is given an `id` of its own.
 */
export async function savePicture(db: Db, files: FileStore, bytes: Uint8Array, ownId?: string): Promise<Picture> {
  const sharp = await loadSharp();
  const source = sharp(bytes, { limitInputPixels: MOST_PIXELS }).rotate();
  const [original, colors] = await Promise.all([
    source.clone().webp({ quality: 92, effort: 2 }).toBuffer({ resolveWithObject: true }),
    source.clone().flatten().resize(3, 2, { fit: 'fill' }).toColorspace('srgb').raw().toBuffer(),
  ]);
  const id = ownId ?? createHash('sha256').update(original.data).digest('hex').slice(0, 16);
  await files.write(`pictures/${id}.webp`, original.data);
  const picture = {
    id,
    width: original.info.width,
    height: original.info.height,
    colors: colors.toString('hex'),
  };
  await insertPicture(db, picture);
  return picture;
}

/** Uploads of one person, of whatever kind (security page, "Limits"). */
export const UPLOADS: RateLimit = { name: 'uploads', most: 20, seconds: 3600 };

/**
 * Takes in what somebody uploaded, cut to a square around its center of at most `side` pixels. It becomes a picture of
 * its own, which belongs to nobody else, so that it can be removed again. Throws BAD_REQUEST when the bytes are no
 * picture of the kinds that we take, or one that cannot be decoded whole; nothing is kept then.
 */
export async function saveSquareUpload(db: Db, files: FileStore, bytes: Uint8Array, side: number): Promise<Picture> {
  if (!pictureKind(bytes))
    throw noPicture('This is no picture of a kind that we take. Choose a PNG, JPEG, WebP, AVIF or GIF.');
  const square = await decodeSquare(bytes, side);
  const picture = await savePicture(db, files, square, randomBytes(8).toString('hex'));
  // What every page shows of it first is there before anybody asks.
  await getPictureFile(files, picture.id, pictureWidths[0], 'avif');
  return picture;
}

const noPicture = (sentence: string) => new AppError('BAD_REQUEST', sentence, { picture: sentence });

async function decodeSquare(bytes: Uint8Array, side: number): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' });
    const { width, height } = await source.metadata();
    const length = Math.min(side, width, height);
    return await source
      .rotate()
      .resize(length, length, { fit: 'cover', position: 'centre' })
      .png({ compressionLevel: 1 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw noPicture('This picture has too many pixels. Choose one of at most 50 megapixels.');
    }
    throw noPicture('This picture is broken or not whole. Choose another one, or save it anew.');
  }
}

/** Removes a picture's files, of every size. */
export async function removePictureFiles(files: FileStore, id: string): Promise<void> {
  await files.remove(`pictures/${id}.webp`);
  for (const width of pictureWidths) {
    for (const format of ['avif', 'webp']) await files.remove(`pictures/${id}-${width}.${format}`);
  }
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
  const name = `pictures/${id}-${width}.${format}`;
  const kept = await files.read(name);
  if (kept) return kept;
  const original = await files.read(`pictures/${id}.webp`);
  if (!original) return undefined;
  const sharp = await loadSharp();
  const resized = sharp(original).resize(width, undefined, { withoutEnlargement: true });
  const made = await (format === 'avif'
    ? resized.avif({ quality: 40, effort: 2 })
    : resized.webp({ quality: 74, effort: 4 })
  ).toBuffer();
  await files.write(name, made);
  return made;
}
