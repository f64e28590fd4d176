import { deleteFilesQueue } from '#features/media/actions/queues.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { deleteClosedOrderContent, listOrdersForUser } from '../queries/personal-data.ts';
import { deleteTestimonialsByUser } from '../../testimonials/queries.ts';
import { getFileKey } from '../rules/file-key.ts';

/**
 * Erasure deletes the content of finished orders and all testimonials. Orders and documents stay for the owner's
 * records, and open orders stay available by link.
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
