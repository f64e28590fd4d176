import type { PdfServices } from '#features/billing/index.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { NotificationServices } from '../lifecycle/actions/notifications.ts';
import { findAgreement } from '../lifecycle/queries/agreements.ts';
import { findOrder } from '../lifecycle/queries/orders.ts';
import { getAgreementPdf } from './actions/agreements.ts';
import { notifyAgreement } from './actions/notifications.ts';

/**
 * Renders an agreement and emails it to both parties, once (term 15). Throws if the PDF is unavailable so that the job
 * retries; the last attempt sends the emails without it.
 */
export async function sendAgreement(
  services: NotificationServices & PdfServices & { readonly log: Log },
  { data, isLastAttempt }: Pick<Job<{ agreement: number }>, 'data' | 'isLastAttempt'>,
): Promise<void> {
  const { db, log } = services;
  const agreement = await findAgreement(db, data.agreement);
  const order = agreement && (await findOrder(db, agreement.orderId));
  if (!agreement || !order) return;
  const drawn = await getAgreementPdf(services, order, agreement).catch((err: unknown) => {
    if (!isLastAttempt) throw err;
    log.warn({ err, order: order.id }, 'the PDF of an agreement could not be rendered');
    return undefined;
  });
  await db.transaction(tx => notifyAgreement(tx, services, { order, agreement, bytes: drawn?.length }));
}
