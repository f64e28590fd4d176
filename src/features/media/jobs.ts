import type { ApiServices } from '#platform/api/context.ts';
import { preparePictures } from './actions/pictures.ts';
import { listPicturesById } from './queries/pictures.ts';

/** Creates the sizes of a picture, one after the other; none if it was deleted. */
export async function preparePicture(
  { db, files }: Pick<ApiServices, 'db' | 'files'>,
  { pictureId }: { pictureId: string },
): Promise<void> {
  const pictures = await listPicturesById(db, [pictureId]);
  await preparePictures(files, [...pictures.values()]);
}

/** Deletes files whose rows are gone. Keeps those of a picture that was added again: equal pictures can share an id. */
export async function deleteFilesJob(
  { db, files }: Pick<ApiServices, 'db' | 'files'>,
  { files: names }: { files: string[] },
): Promise<void> {
  const pictureIdOf = (name: string) => /^pictures\/([0-9a-f]{16})\b/.exec(name)?.[1] ?? '';
  const present = await listPicturesById(db, names.map(pictureIdOf));
  await files.remove(...names.filter(name => !present.has(pictureIdOf(name))));
}
