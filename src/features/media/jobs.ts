import type { ApiServices } from '#platform/api/context.ts';
import { pictureWidths } from '#shared/paths.ts';
import { getPictureFile } from './actions/pictures.ts';

/** Creates all sizes of a picture, one after the other; none if it was deleted. */
export async function preparePicture(
  { files }: Pick<ApiServices, 'files'>,
  { pictureId }: { pictureId: string },
): Promise<void> {
  for (const width of pictureWidths) await getPictureFile(files, pictureId, width, 'avif');
}

/** Deletes files whose rows are gone. */
export async function deleteFilesJob(
  { files }: Pick<ApiServices, 'files'>,
  { files: names }: { files: string[] },
): Promise<void> {
  await files.remove(...names);
}
