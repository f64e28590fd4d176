import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import {
  deleteUnpublishedCommentsByAuthor,
  listCommentsByAuthor,
  listReportsByReporter,
} from '../queries/recipients.ts';

/**
 * A user's comments. Deleting the account makes published comments anonymous, so that replies keep their context, and
 * deletes all others.
 */
export const commentsPersonalData: PersonalDataProvider = {
  name: 'comments',
  export: (db, { userId }) => listCommentsByAuthor(db, userId),
  async erase(tx, { userId }) {
    await deleteUnpublishedCommentsByAuthor(tx, userId);
    await invalidateTag(tx, 'comments');
  },
};

export const reportsPersonalData: PersonalDataProvider = {
  name: 'reports',
  export: (db, { userId }) => listReportsByReporter(db, userId),
};
