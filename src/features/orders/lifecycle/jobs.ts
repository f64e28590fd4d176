import { createIssueContext, type IssueServices } from '#features/billing/actions/issue-document.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Database } from '#platform/database/database.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { getAgreementPdf } from '../agreements/actions/agreements.ts';
import { processDueOrder } from './actions/process-due-order.ts';
import type { NotificationServices } from './actions/notifications.ts';
import { refreshAllTurns } from './actions/next-actor.ts';
import { notifyAgreement } from '../agreements/actions/notifications.ts';
import { findAgreement } from './queries/agreements.ts';
import { listOrdersToProcess } from './queries/due-orders.ts';
import { findOrder } from './queries/orders.ts';
import { insertEndedTurns } from './queries/next-actor.ts';
import { dayOf } from '#shared/dates.ts';

export interface OrderJobServices extends NotificationServices, IssueServices {
  readonly db: Database;
  readonly log: Log;
}

/** Applies what is due on every order, one transaction each; a failure doesn't stop the others. */
export async function processDueOrders(services: OrderJobServices): Promise<void> {
  const { db, log } = services;
  const issuing = await createIssueContext(db, services);
  const now = new Date(issuing.now.epochMilliseconds);
  const today = dayOf(issuing.now, issuing.timeZone).toString();
  let after = 0;
  for (;;) {
    const orderIds = await listOrdersToProcess(db, { now, today, after });
    for (const orderId of orderIds) {
      try {
        await db.transaction(tx => processDueOrder(tx, services, issuing, orderId));
      } catch (err) {
        log.error({ err, order: orderId }, 'an order could not be brought up to the present');
      }
    }
    const last = orderIds.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await insertEndedTurns(db, today);
  await refreshAllTurns(services);
}

/**
 * Renders an agreement and emails it to both parties, once (term 15). Throws if the PDF is unavailable so that the job
 * retries; the last attempt sends the emails without it.
 */
export async function sendAgreement(
  services: OrderJobServices & Pick<ApiServices, 'files' | 'dist'>,
  { data, isLastAttempt }: Pick<Job<{ agreement: number }>, 'data' | 'isLastAttempt'>,
): Promise<void> {
  const { db, log } = services;
  const agreement = await findAgreement(db, data.agreement);
  const order = agreement && (await findOrder(db, agreement.orderId));
  if (!agreement || !order) return;
  const drawn = await getAgreementPdf(services, order, agreement).catch((err: unknown) => {
    if (!isLastAttempt) throw err;
    log.warn({ err, order: order.id }, 'an agreement was not drawn');
    return undefined;
  });
  await db.transaction(tx => notifyAgreement(tx, services, { order, agreement, bytes: drawn?.length }));
}
