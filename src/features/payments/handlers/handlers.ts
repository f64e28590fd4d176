import { implement } from '@orpc/server';
import { getDocumentByAddress } from '#features/billing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import type { Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { startCheckout } from '../actions/start-checkout.ts';
import { enqueuePaymentRefresh } from '../actions/payments.ts';
import { setReturnPath } from '../actions/return-path.ts';
import { createPayment, prepareToPay, getPaymentSummary } from '../actions/create-payment.ts';
import { exportPaymentsCsv } from '../actions/export-payments.ts';
import {
  applyCredit,
  getInvoiceBalance,
  undoCredit,
  undoWriteOff,
  updatePartialPayment,
  writeOff,
} from '../actions/invoices.ts';
import { createPaymentProof } from '../actions/proofs.ts';
import { recordPayment } from '../actions/record-payment.ts';
import { voidPayment } from '../actions/void-payment.ts';
import { decideRefund, refundPayment } from '../actions/refund-decisions.ts';
import {
  acknowledgeMismatch,
  acknowledgeReversal,
  confirmManualPayment,
  markRefundSent,
  rejectManualPayment,
  retryRefund,
} from '../actions/review-payments.ts';
import { paymentsContract } from '../contract/index.ts';
import { countWaiting, listPayments, listPaymentsNeedingAttention, readPayment } from '../queries/list-payments.ts';
import { isManualMethod } from '../contract/enums.ts';
import { MIN_REFRESH_INTERVAL } from '../rules/queues.ts';

/** Maximum number of items shown of each kind, oldest first. */
const MAX_SHOWN = 25;

const payments = implement(paymentsContract).$context<ApiContext>();

const STARTS: RateLimit = { name: 'payments', maxAttempts: 20, windowSeconds: 900 };
const PROOFS: RateLimit = { name: 'payment-proofs', maxAttempts: 20, windowSeconds: 3600 };

/** Like `inTransaction`, once per key: a request repeated after a lost response gets the first response. */
const onceInTransaction = <Input, Output>(
  endpoint: keyof typeof paymentsContract,
  action: (tx: Transaction, context: ApiContext, input: Input) => Promise<Output>,
) =>
  inTransaction((tx, context, { key, ...body }: Input & { readonly key?: string | undefined }) =>
    withIdempotencyKey(tx, context, { endpoint: `payments.${endpoint}`, key, body }, () =>
      action(tx, context, body as Input),
    ),
  );

export const paymentsHandlers = payments.router({
  getPaymentSummary: payments.getPaymentSummary.handler(({ context, input }) =>
    getPaymentSummary(context.db, context, input),
  ),
  createPayment: payments.createPayment.handler(async ({ context, input }) => {
    const { db, client, now } = context;
    const document = await getDocumentByAddress(db, context, input);
    // A repeated request has another proof: its picture is uploaded again.
    const { idempotencyKey, proofId: _, ...body } = { proofId: undefined, ...input };
    const idempotency = { endpoint: 'payments.createPayment', key: idempotencyKey, body };
    if (!isManualMethod(input.method)) await prepareToPay(context, document);
    const created = await db.transaction(tx =>
      withIdempotencyKey(tx, context, idempotency, async () => {
        await consumeRateLimit(tx, STARTS, client.network, now());
        const { id, status } = await createPayment(tx, context, document, input);
        return { id, status };
      }),
    );
    if (isManualMethod(input.method)) return { ...created, checkoutUrl: null };
    if ('returnPath' in input && input.returnPath !== undefined)
      setReturnPath(context, document.number, input.returnPath);
    // After the payment is stored, so a failure here loses nothing.
    return { ...created, checkoutUrl: await startCheckout(context, created.id, document) };
  }),
  uploadPaymentProof: payments.uploadPaymentProof.handler(async ({ context, input }) => {
    const document = await getDocumentByAddress(context.db, context, input.params);
    await consumeRateLimit(context.db, PROOFS, context.client.network, context.now());
    return { proofId: await createPaymentProof(context, document.id, input.body) };
  }),
  refreshPayments: payments.refreshPayments.handler(async ({ context, input }) => {
    const document = await getDocumentByAddress(context.db, context, input);
    const filter = { documentId: document.id };
    await context.db.transaction(tx => enqueuePaymentRefresh(tx, context, filter, MIN_REFRESH_INTERVAL));
    return getPaymentSummary(context.db, context, input);
  }),
  listPaymentsNeedingAttention: payments.listPaymentsNeedingAttention.handler(async ({ context }) => ({
    ...(await listPaymentsNeedingAttention(context.db, context, MAX_SHOWN)),
    totals: await countWaiting(context.db),
  })),
  listPayments: payments.listPayments.handler(({ context, input }) => listPayments(context.db, context, input)),
  exportPayments: payments.exportPayments.handler(({ context, input }) =>
    exportPaymentsCsv(context.db, context.now(), input),
  ),
  confirmPayment: payments.confirmPayment.handler(onceInTransaction('confirmPayment', confirmManualPayment)),
  rejectPayment: payments.rejectPayment.handler(onceInTransaction('rejectPayment', rejectManualPayment)),
  getInvoice: payments.getInvoice.handler(({ context, input }) => getInvoiceBalance(context.db, context, input.number)),
  recordPayment: payments.recordPayment.handler(inTransaction(recordPayment)),
  voidPayment: payments.voidPayment.handler(onceInTransaction('voidPayment', voidPayment)),
  writeOff: payments.writeOff.handler(inTransaction(writeOff)),
  undoWriteOff: payments.undoWriteOff.handler(inTransaction(undoWriteOff)),
  applyCredit: payments.applyCredit.handler(inTransaction(applyCredit)),
  undoCredit: payments.undoCredit.handler(onceInTransaction('undoCredit', undoCredit)),
  updatePartialPayment: payments.updatePartialPayment.handler(inTransaction(updatePartialPayment)),
  acknowledgeMismatch: payments.acknowledgeMismatch.handler(inTransaction(acknowledgeMismatch)),
  get: payments.get.handler(({ context, input }) => readPayment(context.db, context, input.id)),
  refund: payments.refund.handler(inTransaction(refundPayment)),
  decideRefund: payments.decideRefund.handler(onceInTransaction('decideRefund', decideRefund)),
  markRefundSent: payments.markRefundSent.handler(onceInTransaction('markRefundSent', markRefundSent)),
  retryRefund: payments.retryRefund.handler(inTransaction(retryRefund)),
  acknowledgeReversal: payments.acknowledgeReversal.handler(inTransaction(acknowledgeReversal)),
});
