import { issuingNow } from '#features/billing/actions/issue-document.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { PaymentFollower } from '#platform/api/payment-listeners.ts';
import { findOrderLocked, insertEvent } from '../queries/orders.ts';
import { advanceOrder } from './following.ts';
import { restartFirstPeriod } from './periods.ts';

/** An order goes on by itself as far as its payments let it. */
export const orderPayments: PaymentFollower<ApiServices> = {
  async lock(tx, { orderId }) {
    if (orderId !== null) await findOrderLocked(tx, orderId);
  },
  async prepare(tx, services, { orderId }) {
    const order = orderId === null ? null : await findOrderLocked(tx, orderId);
    if (order?.kind !== 'service' || order.state !== 'agreed') return null;
    const replacement = await restartFirstPeriod(tx, await issuingNow(tx, services), order);
    return (
      replacement &&
      `This invoice was for days that have passed. Invoice ${replacement} replaces it: open your order to pay it.`
    );
  },
  async follow(tx, services, { orderId }) {
    if (orderId !== null) await advanceOrder(tx, await issuingNow(tx, services), orderId);
  },
  async record(tx, services, { orderId }, { what, by, actorId, amount, invoice, reason, decision }) {
    if (orderId === null) return;
    const details = { amount: amount.minor, currency: amount.currency, invoice, decision };
    const at = new Date(services.now().epochMilliseconds);
    await insertEvent(tx, { orderId, what, actor: by, actorId, reason, details, at });
  },
};
