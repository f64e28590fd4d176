import { createHash, randomBytes } from 'node:crypto';
import type { Sharp } from 'sharp';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { loadSharp } from '#platform/files/sharp.ts';
import type { Picture } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { pictureWidths } from '#shared/paths.ts';
import { insertPicture } from '../queries/pictures.ts';
import { MOST_PIXELS, pictureKind } from '../rules.ts';
import { mailFilesOfPicture } from './mail-pictures.ts';
import { keepResized } from './resizing.ts';

/** What is known of a picture besides what it shows. */
export interface PictureFacts {
  /** One of its own; otherwise the same picture twice is one picture. */
  readonly id?: string;
  readonly name?: string;
  readonly inLibrary?: boolean;
  readonly sample?: boolean;
}

/** A picture as it is kept. */
export interface EncodedPicture {
  readonly webp: Buffer;
  readonly width: number;
  readonly height: number;
  readonly colors: string;
}

/** Decodes a picture within limits, drops its metadata (place, camera), and encodes it anew, upright. */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture> {
  const sharp = await loadSharp();
  const source = sharp(bytes, { limitInputPixels: MOST_PIXELS }).rotate();
  const [original, colors] = await Promise.all([
    source.clone().webp({ quality: 92, effort: 2 }).toBuffer({ resolveWithObject: true }),
    colorsOf(source),
  ]);
  const { width, height } = original.info;
  return { webp: original.data, width, height, colors: colors.toString('hex') };
}

/**
 * What is known of a picture that was encoded here once and stays as it is. Throws where it cannot be decoded whole, or has
 * too many pixels.
 */
export async function measurePicture(webp: Buffer): Promise<EncodedPicture> {
  const sharp = await loadSharp();
  const source = sharp(webp, { limitInputPixels: MOST_PIXELS, failOn: 'warning' });
  const [{ width, height }, colors] = await Promise.all([source.clone().metadata(), colorsOf(source)]);
  return { webp, width, height, colors: colors.toString('hex') };
}

/** The six colors of a picture, for which it is decoded whole. */
const colorsOf = (source: Sharp) =>
  source.clone().flatten().resize(3, 2, { fit: 'fill' }).toColorspace('srgb').raw().toBuffer();

/** Takes a picture in: encodes it anew and writes down its size and its six colors. */
export async function savePicture(
  db: Db,
  files: FileStore,
  bytes: Uint8Array,
  { id: ownId, ...facts }: PictureFacts = {},
): Promise<Picture> {
  const { webp, ...shape } = await encodePicture(bytes);
  const id = ownId ?? createHash('sha256').update(webp).digest('hex').slice(0, 16);
  await files.write(`pictures/${id}.webp`, webp);
  const picture = { id, ...shape };
  await insertPicture(db, { ...picture, ...facts, bytes: webp.length });
  return picture;
}

/** What an uploaded picture is cut or reduced to, in pixels. */
type Shape = { readonly square: number } | { readonly largest: number };

/**
 * Reads what somebody uploaded: whole or not at all, upright, without anything but the picture. Animations become their
 * first frame. Throws BAD_REQUEST when the bytes are no picture of the kinds that we take, or one that cannot be decoded
 * whole.
 */
export async function encodeUpload(bytes: Uint8Array, shape: Shape): Promise<EncodedPicture> {
  if (!pictureKind(bytes))
    throw noPicture('This is no picture of a kind that we take. Choose a PNG, JPEG, WebP, AVIF or GIF.');
  // A large picture takes much memory while it is decoded, so one waits for the other.
  return inTurn(async () => encodePicture(await decode(bytes, shape)));
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
export async function saveSquareUpload(db: Db, files: FileStore, bytes: Uint8Array, side: number): Promise<Picture> {
  const { webp, ...shape } = await encodeUpload(bytes, { square: side });
  const picture = { id: makeFileId(), ...shape };
  await writePicture(files, picture.id, webp);
  await insertPicture(db, { ...picture, bytes: webp.length });
  return picture;
}

/** The id of a file that somebody uploaded: nobody guesses it. */
export const makeFileId = () => randomBytes(8).toString('hex');

/** Writes a picture's original, and what every page shows of it first, so that it is there before anybody asks. */
export async function writePicture(files: FileStore, id: string, webp: Uint8Array): Promise<void> {
  await files.write(`pictures/${id}.webp`, webp);
  await getPictureFile(files, id, pictureWidths[0], 'avif');
}

const noPicture = (sentence: string) => new AppError('BAD_REQUEST', sentence, { picture: sentence });

async function decode(bytes: Uint8Array, shape: Shape): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' });
    const { width, height } = await source.metadata();
    if ('square' in shape) {
      const length = Math.min(shape.square, width, height);
      source.rotate().resize(length, length, { fit: 'cover', position: 'centre' });
    } else {
      source.rotate().resize(shape.largest, shape.largest, { fit: 'inside', withoutEnlargement: true });
    }
    return await source.png({ compressionLevel: 1 }).toBuffer();
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw noPicture('This picture has too many pixels. Choose one of at most 40 megapixels.');
    }
    throw noPicture('This picture is broken or not whole. Choose another one, or save it anew.');
  }
}

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
  return keepResized(files, id, { name: `pictures/${id}-${width}.${format}`, width }, resized =>
    format === 'avif' ? resized.avif({ quality: 40, effort: 2 }) : resized.webp({ quality: 74, effort: 4 }),
  );
}

/** The size that all networks show whole, in px. */
const CARD = { width: 1200, height: 630 } as const;

/**
 * A picture as a social card, made on first demand and kept; undefined when there is no such picture. JPEG, since some
 * networks show nothing newer, and fetch no more than 300 KB, which photographs as PNG are above.
 */
export async function getPictureCard(files: FileStore, id: string): Promise<Buffer | undefined> {
  const kept = await files.read(cardName(id));
  if (kept) return kept;
  const original = await files.read(`pictures/${id}.webp`);
  if (!original) return undefined;
  const sharp = await loadSharp();
  const made = await sharp(original)
    .resize(CARD.width, CARD.height, { fit: 'cover', position: 'centre' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  await files.write(cardName(id), made);
  return made;
}
