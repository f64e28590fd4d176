import { implement } from '@orpc/server';
import { getDocumentByAddress } from '#features/billing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { pageOf } from '#shared/lists.ts';
import { startCheckout } from '../actions/start-checkout.ts';
import { enqueuePaymentRefresh } from '../actions/payments.ts';
import { setReturnPath } from '../actions/return-path.ts';
import { createPayment, prepareToPay, getPaymentSummary } from '../actions/create-payment.ts';
import { exportPaymentsCsv } from '../actions/export-payments.ts';
import { createPaymentProof } from '../actions/proofs.ts';
import { decideRefund, refundPayment } from '../actions/refund-decisions.ts';
import {
  confirmManualPayment,
  acknowledgeMismatch,
  toPaymentListItem,
  readPayment,
  listPaymentsNeedingAttention,
  rejectManualPayment,
  retryRefund,
  acknowledgeReversal,
  markRefundSent,
} from '../actions/review-payments.ts';
import { paymentsContract } from '../contract/index.ts';
import { countPayments, countWaiting, listPayments } from '../queries/list-payments.ts';
import { isManualMethod } from '../contract/enums.ts';

/** Most items of each kind shown, oldest first. */
const WAITING_SHOWN = 25;

const payments = implement(paymentsContract).$context<ApiContext>();

const STARTS: RateLimit = { name: 'payments', maxAttempts: 20, windowSeconds: 900 };
const PROOFS: RateLimit = { name: 'payment-proofs', maxAttempts: 20, windowSeconds: 3600 };

const done = { done: true as const };

export const paymentsHandlers = payments.router({
  getPaymentSummary: payments.getPaymentSummary.handler(({ context, input }) =>
    getPaymentSummary(context.db, context, input),
  ),
  createPayment: payments.createPayment.handler(async ({ context, input }) => {
    const { db, client, now } = context;
    const document = await getDocumentByAddress(db, context, input);
    const { idempotencyKey, ...body } = input;
    const once = { endpoint: 'payments.createPayment', key: idempotencyKey, body };
    if (!isManualMethod(input.method)) await prepareToPay(context, document);
    const begun = await db.transaction(tx =>
      withIdempotencyKey(tx, context, once, async () => {
        await consumeRateLimit(tx, STARTS, client.network, now());
        const { id, status } = await createPayment(tx, context, document, input);
        return { id, status };
      }),
    );
    if (isManualMethod(input.method)) return { ...begun, checkoutUrl: null };
    if ('returnPath' in input && input.returnPath !== undefined)
      setReturnPath(context, document.number, input.returnPath);
    // After the payment is stored, so a failure here loses nothing.
    return { ...begun, checkoutUrl: await startCheckout(context, begun.id, document) };
  }),
  uploadPaymentProof: payments.uploadPaymentProof.handler(async ({ context, input }) => {
    const document = await getDocumentByAddress(context.db, context, input.params);
    await consumeRateLimit(context.db, PROOFS, context.client.network, context.now());
    return { proofId: await createPaymentProof(context, document.id, input.body) };
  }),
  refreshPayments: payments.refreshPayments.handler(async ({ context, input }) => {
    const document = await getDocumentByAddress(context.db, context, input);
    await context.db.transaction(tx => enqueuePaymentRefresh(tx, context, document.id));
    return getPaymentSummary(context.db, context, input);
  }),
  listPaymentsNeedingAttention: payments.listPaymentsNeedingAttention.handler(async ({ context }) => ({
    ...(await listPaymentsNeedingAttention(context.db, context, WAITING_SHOWN)),
    totals: await countWaiting(context.db),
  })),
  listPayments: payments.listPayments.handler(async ({ context, input }) => {
    const [rows, total] = await Promise.all([listPayments(context.db, input), countPayments(context.db, input)]);
    return pageOf(
      input,
      rows.map(row => toPaymentListItem(context, row)),
      total,
    );
  }),
  exportPayments: payments.exportPayments.handler(({ context, input }) =>
    exportPaymentsCsv(context.db, context.now(), input),
  ),
  confirmPayment: payments.confirmPayment.handler(({ context, input }) =>
    context.db.transaction(tx => confirmManualPayment(tx, context, input.id)),
  ),
  rejectPayment: payments.rejectPayment.handler(({ context, input }) =>
    context.db.transaction(tx => rejectManualPayment(tx, context, input)),
  ),
  acknowledgeMismatch: payments.acknowledgeMismatch.handler(async ({ context, input }) => {
    await context.db.transaction(tx => acknowledgeMismatch(tx, context, input.id));
    return done;
  }),
  get: payments.get.handler(({ context, input }) => readPayment(context.db, context, input.id)),
  refund: payments.refund.handler(({ context, input: { key, ...body } }) => {
    const { userId: ownerId } = requireUser(context);
    const once = { endpoint: 'payments.refund', key, body };
    return context.db.transaction(tx =>
      withIdempotencyKey(tx, context, once, async () => {
        const { id: paymentId, ...refund } = body;
        return { id: await refundPayment(tx, context, { paymentId, ownerId, ...refund }) };
      }),
    );
  }),
  decideRefund: payments.decideRefund.handler(async ({ context, input }) => {
    const { userId: ownerId } = requireUser(context);
    await context.db.transaction(tx => decideRefund(tx, context, { ...input, ownerId }));
    return done;
  }),
  markRefundSent: payments.markRefundSent.handler(async ({ context, input }) => {
    await context.db.transaction(tx => markRefundSent(tx, context, input));
    return done;
  }),
  retryRefund: payments.retryRefund.handler(async ({ context, input }) => {
    await context.db.transaction(tx => retryRefund(tx, context, input.id));
    return done;
  }),
  acknowledgeReversal: payments.acknowledgeReversal.handler(async ({ context, input }) => {
    await context.db.transaction(tx => acknowledgeReversal(tx, context, input.id));
    return done;
  }),
});
