// The public API of this feature on the server.
export { lockPictures } from './actions/lock-images.ts';
export { consumeUploadLimit, deletePicturesIfUnused } from './actions/media-library.ts';
export type { CardLayer } from './actions/picture-tasks.ts';
export {
  createFileId,
  derivePictureId,
  type EncodedPicture,
  encodePicture,
  encodeUpload,
  getPictureFile,
  measurePicture,
  prepareMailPictures,
  preparePictures,
  removePictureFiles,
  saveAvatarImage,
} from './actions/pictures.ts';
export { deleteFilesQueue, generateImageSizesQueue } from './actions/queues.ts';
export { runPictureTask } from './actions/run-picture-task.ts';
export type { PictureUse } from './queries/picture-uses.ts';
export {
  deleteUnusedPicture,
  fillEmptyAltTexts,
  findPicture,
  insertPicture,
  listPictures,
  listPicturesById,
} from './queries/pictures.ts';
export { formatBytes, pictureKind, pictureUpload, sanitizeFileName } from './rules.ts';
export { loadSamplePictures, type SamplePictures } from './samples.ts';
export { pictureColumns, pictureIdsIn, pictures } from './tables.ts';
