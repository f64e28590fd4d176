import { createIssueContext } from '#features/billing/index.ts';
import type { PaymentListener } from '#features/payments/index.ts';
import { findOrder, findOrderForUpdate, insertOrderEvent } from '../queries/orders.ts';
import { runAutomaticTransitions } from './transition-order.ts';
import { restartFirstPeriod } from './subscription-invoices.ts';

/** Makes the automatic transitions that a payment allows. */
export const orderPaymentListener: PaymentListener = {
  async lockForPayment(tx, { orderId }) {
    if (orderId !== null) await findOrderForUpdate(tx, orderId);
  },
  async prepare(tx, services, { orderId }) {
    const order = orderId === null ? null : await findOrderForUpdate(tx, orderId);
    if (order?.kind !== 'service' || order.status !== 'agreed') return null;
    const replacement = await restartFirstPeriod(tx, await createIssueContext(tx, services), order);
    return (
      replacement &&
      `This invoice covered days that have passed. Invoice ${replacement} replaces it. Open your order to pay it.`
    );
  },
  async onReceived(tx, services, { orderId }) {
    if (orderId !== null) await runAutomaticTransitions(tx, await createIssueContext(tx, services), orderId);
  },
  async requiresFullPayment(db, { orderId }) {
    // Until it starts, a subscription's first invoice may be replaced by a prorated one (term 14).
    const order = orderId === null ? null : await findOrder(db, orderId);
    return order?.kind === 'service' && order.status === 'agreed';
  },
  async record(tx, services, { orderId }, { what, by, actorId, amount, invoice, reason, decision }) {
    if (orderId === null) return;
    const details = { amount: amount.minor, currency: amount.currency, invoice, decision };
    const event = { orderId, type: what, actor: by, actorId, reason, details };
    await insertOrderEvent(tx, { now: services.now() }, event);
  },
};
