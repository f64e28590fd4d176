import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import { deleteUnreadCommentsOf, listCommentsOf, listReportsOf } from '../queries/recipients.ts';

/**
 * What somebody wrote. When they leave, what readers see stays without their name, so that the answers to it keep their
 * sense; the rest is erased. Whoever wants their words gone, too, deletes them first.
 */
export const commentsPersonalData: PersonalDataPart = {
  name: 'comments',
  collect: (db, { userId }) => listCommentsOf(db, userId),
  async erase(tx, { userId }) {
    await deleteUnreadCommentsOf(tx, userId);
    await announceChange(tx, 'comments');
  },
};

/** What somebody reported; it goes with their account. */
export const reportsPersonalData: PersonalDataPart = {
  name: 'reports',
  collect: (db, { userId }) => listReportsOf(db, userId),
};
