import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SampleSource } from '#platform/api/sample-content.ts';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { Picture } from '#shared/contract.ts';
import { saveUnchangedPicture } from './actions/pictures.ts';

/**
 * Returns the sample picture at a path below `content/pictures`, such as `posts/lunch-in-twelve-minutes`. Throws a
 * StartupError if it is missing.
 */
export type SamplePictures = (path: string) => Picture;

const loading = new WeakMap<SampleSource, Promise<SamplePictures>>();

/** Loads the sample pictures once per source: covers into the media library, portraits outside it. */
export function loadSamplePictures(db: Db, source: SampleSource): Promise<SamplePictures> {
  const pictures = loading.get(source) ?? savePictures(db, source.files, join(source.folder, 'pictures'));
  loading.set(source, pictures);
  return pictures;
}

async function savePictures(db: Db, files: FileStore, folder: string): Promise<SamplePictures> {
  const saved = new Map<string, Picture>();
  for (const group of ['people', 'posts', 'projects']) {
    for (const name of (await readdir(join(folder, group))).toSorted()) {
      const webp = await readFile(join(folder, group, name));
      const metadata = { name, isSample: true, inLibrary: group !== 'people' };
      saved.set(`${group}/${name.replace(/\.\w+$/, '')}`, await saveUnchangedPicture(db, files, webp, metadata));
    }
  }
  return path => {
    const picture = saved.get(path);
    if (!picture) throw new StartupError(`The picture ${path} is missing from the content folder.`);
    return picture;
  };
}
