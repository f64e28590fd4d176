import { deleteFilesQueue } from '#features/media/actions/queues.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { deleteBookingNotesAndFiles, listBookingsForPerson } from '../queries/personal-data.ts';
import { buildBookingFileKey } from './files.ts';

/**
 * What somebody booked. When they leave, what they wrote and sent for what is over goes; the bookings
 * themselves stay with their documents, which the owner has to keep, and one that is to come stays open by its link.
 */
export const bookingsPersonalData: PersonalDataProvider = {
  name: 'bookings',
  export: (db, { userId, email }) => listBookingsForPerson(db, userId, email),
  async erase(tx, { userId, email }, { jobs }) {
    const files = await deleteBookingNotesAndFiles(tx, { userId, email });
    if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(buildBookingFileKey) });
  },
};
