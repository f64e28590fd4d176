import { deleteFilesQueue } from '#features/media/actions/queues.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { deleteClosedOrderContent, listOrdersForUser } from '../queries/people.ts';
import { deleteTestimonialsByUser } from '../queries/testimonials.ts';
import { getFileKey } from './files.ts';

/**
 * What somebody ordered. When they leave, what was written and sent for orders that are over goes; the orders themselves
 * stay with their documents, which the owner has to keep, and one that goes on stays open by its link. What they say of
 * their orders is deleted, and no longer shown.
 */
export const ordersPersonalData: PersonalDataProvider = {
  name: 'orders',
  export: (db, { userId }) => listOrdersForUser(db, userId),
  async erase(tx, { userId }, { jobs }) {
    const files = await deleteClosedOrderContent(tx, userId);
    if (await deleteTestimonialsByUser(tx, userId)) await invalidateTag(tx, 'orders');
    if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(getFileKey) });
  },
};
