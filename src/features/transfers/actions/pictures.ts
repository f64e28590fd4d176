import { encodePicture, idOfPicture, removePictureFiles } from '#features/media/actions.ts';
import { findPicture } from '#features/media/queries.ts';
import { pictureKind } from '#features/media/rules.ts';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { loadSharp } from '#platform/files/sharp.ts';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import type { Picture } from '#shared/contract.ts';

/** A picture in an archive is at most this large, in bytes. */
const LARGEST_PICTURE = 25 * 1024 * 1024;

/** Pictures of an archive as they were taken in, by their file's name there. */
export interface TakenPictures {
  /** What each is here. */
  readonly ids: ReadonlyMap<string, string>;
  /** Those that are new here; their files are written, and their rows are not. */
  readonly added: readonly Picture[];
}

/**
 * Takes pictures out of an archive and writes their files; rows are written with the posts that show them. What cannot be
 * decoded is left out. Throws what the file store throws, and then none of the new files is left.
 */
export async function takePictures(
  db: Db,
  files: FileStore,
  zip: ZipArchive,
  names: Iterable<string>,
  { own }: { own: boolean },
): Promise<TakenPictures> {
  const ids = new Map<string, string>();
  const added = new Map<string, Picture>();
  try {
    for (const name of names) {
      const bytes = await zip.read(name).catch(() => undefined);
      if (!bytes || bytes.length > LARGEST_PICTURE || !pictureKind(bytes)) continue;
      const taken = (own ? await asItIs(name, bytes) : undefined) ?? (await encodedAnew(bytes));
      if (!taken) continue;
      const { webp, ...picture } = taken;
      ids.set(name, picture.id);
      if (added.has(picture.id) || (await findPicture(db, picture.id))) continue;
      added.set(picture.id, picture);
      await files.write(`pictures/${picture.id}.webp`, webp);
    }
  } catch (error) {
    await removeTaken(files, [...added.values()]);
    throw error;
  }
  return { ids, added: [...added.values()] };
}

/** Removes the files of pictures that were taken in for nothing. */
export async function removeTaken(files: FileStore, added: readonly Picture[]): Promise<void> {
  for (const { id } of added) await removePictureFiles(files, id);
}

type Taken = Picture & { webp: Buffer };

async function encodedAnew(bytes: Buffer): Promise<Taken | undefined> {
  try {
    const { webp, ...shape } = await encodePicture(bytes);
    return { id: idOfPicture(webp), ...shape, webp };
  } catch {
    return undefined;
  }
}

/**
 * A picture that a site of this kind encoded: encoding it once more would cost quality and make it another one. Its id has
 * to be what it shows; of one that was given another id, as of one with anything besides the picture in it, it is undefined.
 */
async function asItIs(name: string, bytes: Buffer): Promise<Taken | undefined> {
  const id = /([0-9a-f]{16})\.webp$/.exec(name)?.[1];
  if (!id || idOfPicture(bytes) !== id || pictureKind(bytes) !== 'image/webp') return undefined;
  const sharp = await loadSharp();
  const { exif, icc, xmp, iptc } = await sharp(bytes)
    .metadata()
    .catch(() => ({ exif: bytes, icc: undefined, xmp: undefined, iptc: undefined }));
  if (exif || icc || xmp || iptc) return undefined;
  const encoded = await encodedAnew(bytes);
  return encoded && { ...encoded, id, webp: bytes };
}
