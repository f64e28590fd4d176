import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { mediaFilePath, pictureFile, pictureWidths } from '#shared/paths.ts';
import { listFilesByUser } from '../queries/files.ts';
import { listLibraryPicturesOf } from '../queries/pictures.ts';
import { deleteFilesByUser } from './files.ts';
import { removeUnusedPicturesOf } from './media-library.ts';

/**
 * What somebody uploaded. Pictures that something still shows stay when the account goes, and are nobody's from then on;
 * so this part comes after those that remove what shows them.
 */
export const uploadsPersonalData: PersonalDataProvider = {
  name: 'uploads',
  async export(db, { userId }) {
    const pictures = await listLibraryPicturesOf(db, userId);
    const documents = await listFilesByUser(db, userId);
    return {
      pictures: pictures.map(({ id, name, alt, width, height, bytes, createdAt }) => {
        const file = pictureFile(id, pictureWidths.findLast(offered => offered <= width) ?? pictureWidths[0], 'webp');
        return { name, alt, width, height, bytes, uploadedAt: createdAt, file };
      }),
      documents: documents.map(({ id, name, type, bytes, createdAt }) => {
        return { name, type, bytes, uploadedAt: createdAt, file: mediaFilePath(id) };
      }),
    };
  },
  async erase(tx, { userId }, services) {
    await removeUnusedPicturesOf(tx, services, userId);
    await deleteFilesByUser(tx, services, userId);
  },
};
