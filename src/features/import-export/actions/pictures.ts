import {
  derivePictureId,
  type EncodedPicture,
  encodePicture,
  measurePicture,
  removePictureFiles,
  findPicture,
  type insertPicture,
  pictureKind,
} from '#features/media/index.ts';
import { posix } from 'node:path';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { WorkerError } from '#platform/worker-pool.ts';
import { listPresentPictures } from '../queries/existing-content.ts';
import { isWebpWithoutMetadata } from '../rules/webp-metadata.ts';

/** Maximum size of a picture in an archive, in bytes. */
const MAX_PICTURE_SIZE = 25 * 1024 * 1024;

/** Returns the pictures of a Freehold archive: their ids on this site, by those in the archive. */
export const idsByArchiveId = (taken: ExtractedPictures['ids']) =>
  new Map([...taken].map(([name, id]) => [posix.basename(name, '.webp'), id]));

export type AddedPicture = Parameters<typeof insertPicture>[1];

export interface PictureDetails {
  readonly name: string;
  readonly alt: string;
  /** Whether it is listed in the library. */
  readonly inLibrary: boolean;
  readonly createdAt?: string | undefined;
}

/**
 * Extracts pictures from an archive and stores their files; the import's transaction inserts their rows. Skips too
 * large or broken ones. If the file store fails, deletes new files and throws its error.
 */
export async function extractPictures(
  db: Db,
  files: FileStore,
  zip: ZipArchive,
  options: {
    /** Their names in the archive. */
    readonly wanted: Iterable<string>;
    readonly known: Readonly<Record<string, PictureDetails>> | undefined;
    /** Called for each picture. */
    readonly countPrepared: () => Promise<void>;
  },
) {
  const { wanted, known, countPrepared } = options;
  const ids = new Map<string, string>();
  const added = new Map<string, AddedPicture>();
  try {
    for (const name of wanted) {
      await countPrepared();
      if (zip.sizeOf(name) > MAX_PICTURE_SIZE) continue;
      const bytes = await zip.read(name).catch(() => undefined);
      if (!bytes || !pictureKind(bytes)) continue;
      const picture = (known ? await keepEncoded(db, files, name, bytes) : undefined) ?? (await reencode(bytes));
      if (!picture) continue;
      const { webp, id, ...shape } = picture;
      ids.set(name, id);
      if (added.has(id) || (await findPicture(db, id))) continue;
      const defaults: PictureDetails = { name: posix.basename(name).slice(0, 200), alt: '', inLibrary: true };
      const { createdAt, ...details } = known?.[posix.basename(name, '.webp')] ?? defaults;
      const at = createdAt === undefined ? {} : { createdAt: new Date(createdAt) };
      added.set(id, { id, ...shape, ...details, ...at, bytes: webp.length });
      await files.write(`pictures/${id}.webp`, webp);
    }
  } catch (error) {
    await deleteImportedImages(db, files, [...added.values()]);
    throw error;
  }
  return { ids, added: [...added.values()] };
}

/**
 * Pictures extracted from an archive: the id of each on this site by its file name, and the new ones without a row yet.
 */
export type ExtractedPictures = Awaited<ReturnType<typeof extractPictures>>;

/** Removes the files of pictures whose import failed, except those that the site has by now from another import. */
export async function deleteImportedImages(db: Db, files: FileStore, added: readonly AddedPicture[]): Promise<void> {
  const ids = added.map(({ id }) => id);
  const present = await listPresentPictures(db, ids);
  for (const id of ids) if (!present.has(id)) await removePictureFiles(files, id);
}

type NewPicture = EncodedPicture & { readonly id: string };

/** Ignores an error about a broken picture. Rethrows all others. */
function ignoreBroken(error: unknown): undefined {
  if (error instanceof WorkerError) throw error;
}

async function reencode(bytes: Buffer): Promise<NewPicture | undefined> {
  const encoded = await encodePicture(bytes).catch(ignoreBroken);
  return encoded && { ...encoded, id: derivePictureId(encoded.webp) };
}

/**
 * Returns a picture encoded by Freehold unchanged, because re-encoding would cost quality and change its id. Undefined
 * if its id is taken by another picture, or if its file contains anything else.
 */
async function keepEncoded(db: Db, files: FileStore, name: string, bytes: Buffer): Promise<NewPicture | undefined> {
  const id = /([0-9a-f]{16})\.webp$/.exec(name)?.[1];
  if (!id || !isWebpWithoutMetadata(bytes)) return undefined;
  const known = await findPicture(db, id);
  if (known) {
    const stored = await files.read(`pictures/${id}.webp`);
    return stored?.equals(bytes) ? { ...known, webp: bytes } : undefined;
  }
  const measured = await measurePicture(bytes).catch(ignoreBroken);
  if (!measured || measured.pages > 1) return undefined;
  const { pages: _, ...picture } = measured;
  return { ...picture, id };
}
