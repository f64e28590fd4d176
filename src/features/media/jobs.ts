import type { FileStore } from '#platform/files/file-store.ts';
import { pictureWidths } from '#shared/paths.ts';
import { getPictureFile } from './actions/pictures.ts';

/** What the media jobs work with. */
export interface MediaJobServices {
  readonly files: FileStore;
}

/** Makes every size that pages ask for of one picture, one after the other. One that was deleted meanwhile has none. */
export async function preparePicture({ files }: MediaJobServices, { pictureId }: { pictureId: string }): Promise<void> {
  for (const width of pictureWidths) await getPictureFile(files, pictureId, width, 'avif');
}

/** Removes files whose rows are gone. */
export async function deleteFilesJob(
  { files }: MediaJobServices,
  { files: names }: { files: string[] },
): Promise<void> {
  for (const name of names) await files.remove(name);
}
