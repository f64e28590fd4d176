import { removePictureFiles } from '#features/media/actions/pictures.ts';
import { placeOfProjectFile } from '#features/projects/actions/files.ts';
import type { SampleContent } from '#platform/api/sample-content.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { listSampleCounts, lockSampleContent, deleteSampleContent } from './sample-removal.ts';

/** The sample content of `folder`, for the owner to take away and to bring back. */
export function createSampleContentService(files: FileStore, folder: string): SampleContent {
  return {
    list: listSampleCounts,
    async remove(tx, ownerId, now) {
      const unused = await deleteSampleContent(tx, ownerId, now);
      return async () => {
        for (const id of unused.pictures) await removePictureFiles(files, id);
        for (const id of unused.files) await files.remove(placeOfProjectFile(id));
      };
    },
    async load(tx) {
      await lockSampleContent(tx);
      // Few starts need the code that reads content.
      const { loadMissingSamples } = await import('./sample-content.ts');
      await loadMissingSamples(tx, files, folder);
    },
  };
}
