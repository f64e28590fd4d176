import { deleteFilesQueue } from '#features/media/index.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { getFileKey } from '../queries/files.ts';
import { deleteClosedOrderContent, listOrdersForUser } from '../queries/personal-data.ts';

/**
 * Erasure deletes the content of finished orders. Orders and documents stay for the owner's records, and open orders
 * stay available by link.
 */
export const ordersPersonalData: PersonalDataProvider = {
  name: 'orders',
  export: (db, { userId }, services) => listOrdersForUser(db, services, userId),
  async erase(tx, { userId }, { jobs }) {
    const files = await deleteClosedOrderContent(tx, userId);
    if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(getFileKey) });
  },
};
