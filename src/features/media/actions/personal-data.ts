import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { listPictureWidths, mediaFilePath, pictureFile } from '#shared/paths.ts';
import { deleteFile, listFilesByUser } from '../queries/files.ts';
import { listLibraryPicturesOf } from '../queries/pictures.ts';
import { fileOf } from './files.ts';
import { deletePicturesIfUnused } from './media-library.ts';
import { deleteFilesQueue } from './queues.ts';

/**
 * A user's uploads. Pictures still in use outlive the account, without an owner; so this provider must come after those
 * that delete the items that use them.
 */
export const uploadsPersonalData: PersonalDataProvider = {
  name: 'uploads',
  async export(db, { userId }) {
    const pictures = await listLibraryPicturesOf(db, userId);
    const documents = await listFilesByUser(db, userId);
    return {
      pictures: pictures.map(({ id, name, alt, width, height, sizeBytes, createdAt }) => {
        const file = pictureFile(id, Math.max(...listPictureWidths(width)), 'webp');
        return { name, alt, width, height, bytes: sizeBytes, uploadedAt: createdAt, file };
      }),
      documents: documents.map(({ id, name, type, sizeBytes, createdAt }) => {
        return { name, type, bytes: sizeBytes, uploadedAt: createdAt, file: mediaFilePath(id) };
      }),
    };
  },
  async erase(tx, { userId }, services) {
    const ids = (await listLibraryPicturesOf(tx, userId)).map(({ id }) => id);
    const files = await deletePicturesIfUnused(tx, services, ids);
    for (const document of await listFilesByUser(tx, userId)) {
      await deleteFile(tx, document.id);
      files.push(fileOf(document));
    }
    if (files.length > 0) await services.jobs.enqueue(tx, deleteFilesQueue, { files });
  },
};
