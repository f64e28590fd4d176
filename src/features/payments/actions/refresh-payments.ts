import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { listPaymentsOf, updateAsked } from '../queries/payments.ts';
import { askQueue, CHECKED_AGAIN_AFTER } from '../rules/queues.ts';

/** Has providers asked about the payments of a document that are under way, unless they were just now. */
export async function askForNews(
  tx: Transaction,
  { jobs, now }: Pick<ApiServices, 'jobs' | 'now'>,
  documentId: number,
): Promise<void> {
  const at = now();
  const since = new Date(at.subtract(CHECKED_AGAIN_AFTER).epochMilliseconds);
  const underWay = (await listPaymentsOf(tx, documentId)).filter(({ state }) => state === 'started');
  for (const { id } of underWay) {
    if (!(await updateAsked(tx, id, new Date(at.epochMilliseconds), since))) continue;
    await jobs.enqueue(tx, askQueue, { paymentId: id }, { key: String(id) });
  }
}
