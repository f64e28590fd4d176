import {
  type BillingDocumentRow,
  createIssueContext,
  findBillingDocument,
  getAmountDue,
  type IssueContext,
  insertLedgerEntry,
  formatAmount,
} from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import { isManualMethod } from '../contract/enums.ts';
import { findPaymentForUpdate, listConfirmedPaymentsByDocument, type PaymentRow } from '../queries/payments.ts';
import {
  getPendingRefundAmount,
  getRefundableAmount,
  insertRefund,
  listCancelableRefunds,
  type RefundRow,
  updateRefundAmount,
  updateRefundStatus,
} from '../queries/refunds.ts';
import { listPaymentListeners, type BalanceEvent } from '../rules/payment-listener.ts';
import { processRefundQueue } from '../rules/queues.ts';
import { isReceived, getPaymentMoney } from '../rules/received.ts';
import { notifyClient } from './notifications.ts';
import { enqueuePaymentRefresh } from './payments.ts';

/**
 * Creates a full or partial refund that a job carries out through the provider. Concurrent calls are serialized. Throws
 * CONFLICT if refunds would exceed the payment.
 */
export async function createRefund(
  tx: Transaction,
  { now, jobs }: Pick<IssueContext, 'now' | 'jobs'>,
  refund: Pick<RefundRow, 'paymentId' | 'amount' | 'reason'> & Partial<Pick<RefundRow, 'decision'>>,
): Promise<number> {
  const payment = await findPaymentForUpdate(tx, refund.paymentId);
  if (!payment) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  if (!isReceived(payment)) throw new AppError('CONFLICT', 'This payment hasn’t arrived, so it can’t be refunded.');
  const received = getPaymentMoney(payment);
  const left = await getRefundableAmount(tx, payment);
  if (refund.amount <= 0 || refund.amount > left) {
    const limit = formatMoney({ ...received, minor: left }, { exact: true });
    const message =
      left > 0 ? `You can refund at most ${limit} of this payment.` : 'This payment has already been refunded in full.';
    throw new AppError('CONFLICT', message, { amount: message });
  }
  const createdAt = toDate(now);
  const decidedAt = refund.decision ? createdAt : null;
  const refundId = await insertRefund(tx, { ...refund, status: 'pending', createdAt, decidedAt });
  // Manual payments are refunded by the owner, without a job.
  if (!isManualMethod(payment.method))
    await jobs.enqueue(tx, processRefundQueue, { refundId }, { key: String(refundId) });
  return refundId;
}

/** Cancels refunds of a document that the owner hasn't sent, up to an amount, the newest first. */
export async function cancelPendingRefunds(
  tx: Transaction,
  now: Temporal.Instant,
  documentId: number,
  amount: MinorUnits,
): Promise<void> {
  const at = toDate(now);
  let left: number = amount;
  for (const refund of await listCancelableRefunds(tx, documentId)) {
    const part = toMinorUnits(Math.min(left, refund.amount));
    if (part <= 0) continue;
    left -= part;
    if (part === refund.amount) await updateRefundStatus(tx, refund.id, { state: 'failed', at, reference: null });
    else await updateRefundAmount(tx, refund.id, subtractAmounts(refund.amount, part));
  }
}

/** Cancels refunds of a document that the owner hasn't sent and for which there is no overpayment any more. */
export async function cancelExcessRefunds(tx: Transaction, now: Temporal.Instant, documentId: number): Promise<void> {
  const overpaid = Math.max(0, 0 - (await getAmountDue(tx, documentId)));
  const pending = await getPendingRefundAmount(tx, documentId);
  await cancelPendingRefunds(tx, now, documentId, toMinorUnits(Math.max(0, pending - overpaid)));
}

/** Records that a refund reached the client, once; false if it is already settled. */
export async function completeRefund(
  tx: Transaction,
  now: Temporal.Instant,
  refundId: number,
  reference: string | null,
): Promise<boolean> {
  const postedAt = toDate(now);
  const refund = await updateRefundStatus(tx, refundId, { state: 'succeeded', at: postedAt, reference });
  if (!refund) return false;
  const { billingDocumentId, amount, counted } = refund;
  // A payment that never counted isn't due again.
  if (counted) await insertLedgerEntry(tx, { billingDocumentId, kind: 'refunded', amount, refundId, postedAt });
  return true;
}

/** Adds a refund or dispute of a payment to the history of the order it was for. */
export async function recordRefund(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  event: Pick<BalanceEvent, 'what'> &
    Partial<Pick<BalanceEvent, 'by' | 'actorId' | 'reason' | 'decision'>> & { readonly amount: MinorUnits },
): Promise<void> {
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  const { currency } = getPaymentMoney(payment);
  if (document)
    await recordBalanceEvent(tx, services, document, { ...event, amount: { minor: event.amount, currency } });
}

/** Adds a change of a document's balance to the history of the order it is for. */
export async function recordBalanceEvent(
  tx: Transaction,
  services: ApiServices,
  document: BillingDocumentRow,
  event: Pick<BalanceEvent, 'what' | 'amount'> & Partial<BalanceEvent>,
): Promise<void> {
  const entry = {
    by: 'system',
    actorId: null,
    reason: null,
    decision: null,
    invoice: document.number,
    ...event,
  } as const;
  for (const { record } of listPaymentListeners(services)) await record?.(tx, services, document, entry);
}

/**
 * Refunds overpayments, for example after a double payment, a credited invoice, a lost slot or a won dispute. Uses
 * the payment that caused it first, if any, then other payments of the same document.
 */
export async function refundOverpayment(
  tx: Transaction,
  services: ApiServices,
  { id, billingDocumentId }: Partial<Pick<PaymentRow, 'id'>> & Pick<PaymentRow, 'billingDocumentId'>,
): Promise<void> {
  const issuing = await createIssueContext(tx, services);
  const owed = await getAmountDue(tx, billingDocumentId);
  let overpaid = 0 - owed - (await getPendingRefundAmount(tx, billingDocumentId));
  const refunded: MinorUnits[] = [];
  const candidates = await listConfirmedPaymentsByDocument(tx, billingDocumentId);
  for (const payment of candidates.toSorted((one, other) => Number(other.id === id) - Number(one.id === id))) {
    const left = await getRefundableAmount(tx, payment);
    const amount = toMinorUnits(Math.min(overpaid, left));
    if (amount <= 0) continue;
    overpaid -= amount;
    refunded.push(amount);
    const reason = 'The payment was more than the amount due.';
    await createRefund(tx, issuing, { paymentId: payment.id, amount, reason });
    await recordRefund(tx, services, payment, { what: 'refunded', amount, reason });
  }
  const document = refunded.length > 0 ? await findBillingDocument(tx, billingDocumentId) : null;
  if (!document) return;
  await notifyClient(tx, services, document, 'payment_exceeded', about => ({
    ...about,
    amount: formatAmount(sumAmounts(refunded), document.currency, about.language),
  }));
}

/**
 * Notifies the feature that issued a document of its new balance, and refunds any overpayment. If nothing is due, closes
 * its open payments.
 */
export async function applyBalance(
  tx: Transaction,
  services: ApiServices,
  payment: Pick<PaymentRow, 'id' | 'billingDocumentId'>,
): Promise<void> {
  const sold = await findBillingDocument(tx, payment.billingDocumentId);
  if (sold) await announceBalance(tx, services, sold);
  await refundOverpayment(tx, services, payment);
  const documentId = payment.billingDocumentId;
  if ((await getAmountDue(tx, documentId)) <= 0) await enqueuePaymentRefresh(tx, services, { documentId });
}

/** Notifies the feature that issued a document of its new balance. */
export async function announceBalance(tx: Transaction, services: ApiServices, sold: BillingDocumentRow): Promise<void> {
  for (const { onReceived } of listPaymentListeners(services)) await onReceived(tx, services, sold);
}
