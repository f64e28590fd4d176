import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import {
  deleteUnpublishedCommentsByAuthor,
  listCommentsByAuthor,
  listReportsByReporter,
} from '../queries/recipients.ts';

/**
 * What somebody wrote. When they leave, what readers see stays without their name, so that the answers to it keep their
 * sense; the rest is erased. Whoever wants their words gone, too, deletes them first.
 */
export const commentsPersonalData: PersonalDataProvider = {
  name: 'comments',
  export: (db, { userId }) => listCommentsByAuthor(db, userId),
  async erase(tx, { userId }) {
    await deleteUnpublishedCommentsByAuthor(tx, userId);
    await invalidateTag(tx, 'comments');
  },
};

/** What somebody reported; it goes with their account. */
export const reportsPersonalData: PersonalDataProvider = {
  name: 'reports',
  export: (db, { userId }) => listReportsByReporter(db, userId),
};
