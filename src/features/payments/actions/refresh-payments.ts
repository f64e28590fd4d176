import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { listPaymentsByDocument, updateProviderCheckedAt } from '../queries/payments.ts';
import { refreshPaymentQueue, MIN_REFRESH_INTERVAL } from '../rules/queues.ts';

/** Queues a status check of a document's unsettled payments, unless they were checked recently. */
export async function enqueuePaymentRefresh(
  tx: Transaction,
  { jobs, now }: Pick<ApiServices, 'jobs' | 'now'>,
  documentId: number,
): Promise<void> {
  const at = now();
  const since = new Date(at.subtract(MIN_REFRESH_INTERVAL).epochMilliseconds);
  const underWay = (await listPaymentsByDocument(tx, documentId)).filter(({ status }) => status === 'pending');
  for (const { id } of underWay) {
    if (!(await updateProviderCheckedAt(tx, id, new Date(at.epochMilliseconds), since))) continue;
    await jobs.enqueue(tx, refreshPaymentQueue, { paymentId: id }, { key: String(id) });
  }
}
