import { issuingNow } from '#features/billing/actions/issuing.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { PaymentFollower } from '#platform/api/payment-followers.ts';
import { findOrderLocked, insertEvent } from '../queries/orders.ts';
import { advanceOrder } from './following.ts';

/** An order goes on by itself as far as its payments let it. */
export const orderPayments: PaymentFollower<ApiServices> = {
  async lock(tx, { orderId }) {
    if (orderId !== null) await findOrderLocked(tx, orderId);
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
