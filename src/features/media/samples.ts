import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { Picture } from '#shared/contract.ts';
import { saveUnchangedPicture } from './actions/pictures.ts';

/** The sample pictures by their place below `content/pictures`, such as `posts/lunch-in-twelve-minutes`. */
export type SamplePictures = (place: string) => Picture;

/** Takes in the pictures of the content folder: covers into the library, people beside it. Asking the answer for one that is missing throws a StartupError. */
export async function loadSamplePictures(db: Db, files: FileStore, folder: string): Promise<SamplePictures> {
  const saved = new Map<string, Picture>();
  for (const group of ['people', 'posts', 'projects']) {
    for (const name of (await readdir(join(folder, group))).toSorted()) {
      const webp = await readFile(join(folder, group, name));
      const facts = { name, sample: true, inLibrary: group !== 'people' };
      saved.set(`${group}/${name.replace(/\.\w+$/, '')}`, await saveUnchangedPicture(db, files, webp, facts));
    }
  }
  return place => {
    const picture = saved.get(place);
    if (!picture) throw new StartupError(`The picture ${place} is missing from the content folder.`);
    return picture;
  };
}
