import { buildDocumentPath, findBillingDocument } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { PaymentDetails, PaymentListItem, PaymentsNeedingAttention } from '../contract/review.ts';
import {
  findRefund,
  getRefundedAmount,
  listRefundsByPayment,
  type RefundRow,
  updateRefundError,
  updateReversalAcknowledged,
} from '../queries/refunds.ts';
import {
  findPaymentListRow,
  listPaymentsInReview,
  listMismatches,
  listUnacknowledgedReversals,
  listPendingRefunds,
  updateMismatchAcknowledged,
  type PaymentListRow,
} from '../queries/list-payments.ts';
import { isReceived, getPaymentMoney } from '../rules/received.ts';
import { isManualMethod } from '../contract/enums.ts';
import { listPaymentListeners } from '../rules/payment-listener.ts';
import { processRefundQueue } from '../rules/queues.ts';
import { sentOf } from '../rules/sent.ts';
import { rejectPayment, lockPayment } from './payments.ts';
import { completeRefund } from './refunds.ts';
import { settlePayment } from './settle-payment.ts';
import { notifyRefundSent, notifyPaymentRejected } from './notifications.ts';

/** Builds a payment DTO for the owner. */
export function toPaymentListItem(services: Pick<ApiServices, 'encryption'>, row: PaymentListRow): PaymentListItem {
  const { payment, number, orderId, orderNumber, client, proof } = row;
  const documentPath = buildDocumentPath(services, number);
  const { id, method, status, amount, currency, sender, reference, failureReason, createdAt, settledAt } = payment;
  return {
    id,
    method,
    state: status,
    amount,
    currency,
    sent: sentOf(payment),
    clientName: client,
    documentNumber: number,
    documentPath,
    orderId,
    orderNumber,
    sender,
    reference,
    reason: failureReason,
    proof: proof === null ? null : `${documentPath}/proofs/${proof}`,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** Returns what waits for the owner, at most `most` of each kind, oldest first. */
export async function listPaymentsNeedingAttention(
  db: Db,
  services: Pick<ApiServices, 'encryption'>,
  most: number,
): Promise<PaymentsNeedingAttention> {
  const present = (row: PaymentListRow) => toPaymentListItem(services, row);
  const [inReview, mismatches, refunds, reversals] = await Promise.all([
    listPaymentsInReview(db, most),
    listMismatches(db, most),
    listPendingRefunds(db, most),
    listUnacknowledgedReversals(db, most),
  ]);
  return {
    inReview: inReview.map(present),
    mismatches: mismatches.map(row => ({ ...present(row), refundStatus: row.back })),
    refunds: refunds.map(({ refund: { id, amount, reason, providerError, createdAt }, ...row }) => ({
      id,
      amount,
      currency: getPaymentMoney(row.payment).currency,
      reason,
      providerError,
      createdAt: createdAt.toISOString(),
      payment: present(row),
    })),
    reversals: reversals.map(({ refund, ...row }) => ({
      ...toRefund(refund, getPaymentMoney(row.payment).currency),
      payment: present(row),
    })),
  };
}

function toRefund({ id, amount, origin, status, reason, decision, createdAt }: RefundRow, currency: string) {
  return { id, amount, currency, origin, state: status, reason, decision, createdAt: createdAt.toISOString() };
}

/** Returns a payment with its refunds and disputes. Throws NOT_FOUND for an unknown one. */
export async function readPayment(
  db: Db,
  services: Pick<ApiServices, 'encryption'>,
  id: number,
): Promise<PaymentDetails> {
  const row = await findPaymentListRow(db, id);
  if (!row) throw new AppError('NOT_FOUND', 'This payment does not exist.');
  const { minor, currency } = getPaymentMoney(row.payment);
  const refunds = await listRefundsByPayment(db, id);
  const left = subtractAmounts(minor, await getRefundedAmount(db, id));
  return {
    payment: toPaymentListItem(services, row),
    refundable: isReceived(row.payment) && left > 0 ? left : ZERO,
    currency,
    refunds: refunds.map(refund => ({
      ...toRefund(refund, currency),
      settledAt: refund.settledAt?.toISOString() ?? null,
    })),
  };
}

async function getRow(db: Db, id: number): Promise<PaymentListRow> {
  const row = await findPaymentListRow(db, id);
  if (!row) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  return row;
}

/** Confirms a manual payment with all its effects. Throws CONFLICT if it is not in review. */
export async function confirmManualPayment(
  tx: Transaction,
  services: ApiServices,
  id: number,
): Promise<PaymentListItem> {
  const { payment } = await getRow(tx, id);
  if (payment.status !== 'in_review' || !(await settlePayment(tx, services, payment, null))) throw settledAlready();
  return toPaymentListItem(services, await getRow(tx, id));
}

/** Rejects a manual payment and notifies the client. Throws CONFLICT if it is not in review. */
export async function rejectManualPayment(
  tx: Transaction,
  services: ApiServices,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<PaymentListItem> {
  const payment = await lockPayment(tx, services, id);
  if (!payment) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  if (payment.status !== 'in_review' || !(await rejectPayment(tx, services.now(), id, reason))) throw settledAlready();
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (document) {
    await notifyPaymentRejected(tx, services, { ...payment, failureReason: reason }, document);
    for (const { onManualPayment: hear } of listPaymentListeners(services))
      await hear?.(tx, services, { sold: document, state: 'rejected' });
  }
  return toPaymentListItem(services, await getRow(tx, id));
}

const settledAlready = () =>
  new AppError('CONFLICT', 'This payment does not wait for you any more. Load the page again.');

/** Marks a mismatched payment as acknowledged. */
export async function acknowledgeMismatch(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  id: number,
): Promise<void> {
  if (await updateMismatchAcknowledged(tx, id, new Date(now().epochMilliseconds))) return;
  throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
}

/** Marks a refund or dispute at a provider as acknowledged. Throws CONFLICT while it waits for the owner's decision. */
export async function acknowledgeReversal(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  id: number,
): Promise<void> {
  const found = await findRefund(tx, id);
  if (found?.refund.decision === 'pending') {
    throw new AppError('CONFLICT', 'Decide first: credit the invoice, or keep the amount owed.');
  }
  if (await updateReversalAcknowledged(tx, id, new Date(now().epochMilliseconds))) return;
  throw new AppError('NOT_FOUND', 'This item doesn’t exist.');
}

/**
 * Marks a manual refund as sent and notifies the client. Throws CONFLICT if a provider still has to send it, or if it
 * is already done.
 */
export async function markRefundSent(
  tx: Transaction,
  services: ApiServices,
  { id, reference }: { readonly id: number; readonly reference: string },
): Promise<void> {
  const found = await findRefund(tx, id);
  if (!found) throw new AppError('NOT_FOUND', 'This refund doesn’t exist.');
  const { refund, payment } = found;
  if (!isManualMethod(payment.method) && refund.providerError === null) {
    throw new AppError('CONFLICT', 'The provider gives this back by itself.');
  }
  if (!(await completeRefund(tx, services.now(), id, reference))) {
    throw new AppError('CONFLICT', 'This was given back already.');
  }
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (document) await notifyRefundSent(tx, services, { ...refund, reference }, payment, document);
}

/** Retries a refund that the provider refused. */
export async function retryRefund(tx: Transaction, { jobs }: Pick<ApiServices, 'jobs'>, id: number): Promise<void> {
  const found = await findRefund(tx, id);
  if (!found || isManualMethod(found.payment.method)) throw new AppError('NOT_FOUND', 'This refund doesn’t exist.');
  if (found.refund.status !== 'pending') throw new AppError('CONFLICT', 'This was given back already.');
  await updateRefundError(tx, id, null);
  await jobs.enqueue(tx, processRefundQueue, { refundId: id }, { key: String(id) });
}
