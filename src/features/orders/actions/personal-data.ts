import { removeQueue } from '#features/media/actions/queues.ts';
import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import { deleteTalkOf, listOrdersOf } from '../queries/people.ts';
import { deleteTestimonialsBy } from '../queries/testimonials.ts';
import { placeOf } from './files.ts';

/**
 * What somebody ordered. When they leave, what was written and sent for orders that are over goes; the orders themselves
 * stay with their documents, which the owner has to keep, and one that goes on stays open by its link. What they say of
 * their orders is deleted, and no longer shown.
 */
export const ordersPersonalData: PersonalDataPart = {
  name: 'orders',
  collect: (db, { userId }) => listOrdersOf(db, userId),
  async erase(tx, { userId }, { jobs }) {
    const files = await deleteTalkOf(tx, userId);
    if (await deleteTestimonialsBy(tx, userId)) await announceChange(tx, 'orders');
    if (files.length > 0) await jobs.enqueue(tx, removeQueue, { files: files.map(placeOf) });
  },
};
