import { removeQueue } from '#features/media/actions/queues.ts';
import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import { deleteTalkOfBookings, listBookingsOf } from '../queries/personal-data.ts';
import { placeOfFile } from './files.ts';

/**
 * What somebody booked. When they leave, what they wrote and sent for what is over goes; the bookings
 * themselves stay with their documents, which the owner has to keep, and one that is to come stays open by its link.
 */
export const bookingsPersonalData: PersonalDataPart = {
  name: 'bookings',
  collect: (db, { userId, email }) => listBookingsOf(db, userId, email),
  async erase(tx, { userId, email }, { jobs }) {
    const files = await deleteTalkOfBookings(tx, { userId, email });
    if (files.length > 0) await jobs.enqueue(tx, removeQueue, { files: files.map(placeOfFile) });
  },
};
