import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { mediaFilePath, pictureFile, pictureWidths } from '#shared/paths.ts';
import { listFilesByUser } from '../queries/files.ts';
import { listLibraryPicturesOf } from '../queries/pictures.ts';
import { deleteFilesByUser } from './files.ts';
import { removeUnusedPicturesOf } from './media-library.ts';

/**
 * A user's uploads. Pictures still in use outlive the account, without an owner; so this provider must come after those
 * that delete what uses them.
 */
export const uploadsPersonalData: PersonalDataProvider = {
  name: 'uploads',
  async export(db, { userId }) {
    const pictures = await listLibraryPicturesOf(db, userId);
    const documents = await listFilesByUser(db, userId);
    return {
      pictures: pictures.map(({ id, name, alt, width, height, sizeBytes, createdAt }) => {
        const file = pictureFile(id, pictureWidths.findLast(offered => offered <= width) ?? pictureWidths[0], 'webp');
        return { name, alt, width, height, bytes: sizeBytes, uploadedAt: createdAt, file };
      }),
      documents: documents.map(({ id, name, type, sizeBytes, createdAt }) => {
        return { name, type, bytes: sizeBytes, uploadedAt: createdAt, file: mediaFilePath(id) };
      }),
    };
  },
  async erase(tx, { userId }, services) {
    await removeUnusedPicturesOf(tx, services, userId);
    await deleteFilesByUser(tx, services, userId);
  },
};
