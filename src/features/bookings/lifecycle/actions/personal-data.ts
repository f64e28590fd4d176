import { deleteFilesQueue } from '#features/media/index.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { deleteBookingNotesAndFiles, listBookingsForPerson } from '../queries/personal-data.ts';
import { buildBookingFileKey } from '../rules/file-keys.ts';

/**
 * Personal data in bookings. Deleting an account removes notes and files of finished bookings; the bookings stay with
 * their documents, which the owner must keep, and upcoming ones stay open through their secret link.
 */
export const bookingsPersonalData: PersonalDataProvider = {
  name: 'bookings',
  export: (db, { userId, email }) => listBookingsForPerson(db, userId, email),
  async erase(tx, { userId, email }, { jobs }) {
    const files = await deleteBookingNotesAndFiles(tx, { userId, email });
    if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(buildBookingFileKey) });
  },
};
