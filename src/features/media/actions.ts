import { createHash } from 'node:crypto';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { loadSharp } from '#platform/files/sharp.ts';
import type { Picture } from '#shared/contract.ts';
import { pictureWidths } from '#shared/paths.ts';
import { insertPicture } from './queries.ts';

/** Pictures are refused above this many pixels before anything is decoded. */
const MOST_PIXELS = 50_000_000;

/**
 * Takes a picture in: decodes it within limits, drops its metadata (place, camera), re-encodes it and writes down its
 * size and its six colors. The same picture twice is one picture.
 */
export async function savePicture(db: Db, files: FileStore, bytes: Uint8Array): Promise<Picture> {
  const sharp = await loadSharp();
  const source = sharp(bytes, { limitInputPixels: MOST_PIXELS }).rotate();
  const [original, colors] = await Promise.all([
    source.clone().webp({ quality: 92, effort: 2 }).toBuffer({ resolveWithObject: true }),
    source.clone().flatten().resize(3, 2, { fit: 'fill' }).toColorspace('srgb').raw().toBuffer(),
  ]);
  const id = createHash('sha256').update(original.data).digest('hex').slice(0, 16);
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
