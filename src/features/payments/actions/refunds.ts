import { type IssueContext, insertLedgerEntry } from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { subtractAmounts } from '#shared/money-arithmetic.ts';
import type { RefundDecision } from '../contract/enums.ts';
import { findPaymentForUpdate } from '../queries/payments.ts';
import { getRefundedAmount, insertRefund, updateRefundStatus } from '../queries/refunds.ts';
import { isReceived, getPaymentMoney } from '../rules/received.ts';
import { isManualMethod } from '../rules/methods.ts';
import { processRefundQueue } from '../rules/queues.ts';

/**
 * Creates a full or partial refund that a job carries out through the provider. Concurrent calls are serialized. Throws
 * CONFLICT if refunds would exceed the payment.
 */
export async function createRefund(
  tx: Transaction,
  { now, jobs }: Pick<IssueContext, 'now' | 'jobs'>,
  refund: {
    readonly paymentId: number;
    readonly amount: MinorUnits;
    readonly reason: string;
    readonly decision?: RefundDecision | null;
  },
): Promise<number> {
  const payment = await findPaymentForUpdate(tx, refund.paymentId);
  if (!payment) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  if (!isReceived(payment)) throw new AppError('CONFLICT', 'This payment has not arrived.');
  const arrived = getPaymentMoney(payment);
  const left = subtractAmounts(arrived.minor, await getRefundedAmount(tx, payment.id));
  if (refund.amount <= 0 || refund.amount > left) {
    const most = formatMoney({ ...arrived, minor: left }, { exact: true });
    const message =
      left > 0 ? `You can refund at most ${most} of this payment.` : 'This payment has already been refunded in full.';
    throw new AppError('CONFLICT', message, { amount: message });
  }
  const createdAt = new Date(now.epochMilliseconds);
  const decidedAt = refund.decision ? createdAt : null;
  const refundId = await insertRefund(tx, { ...refund, status: 'pending', createdAt, decidedAt });
  // Manual payments are refunded by the owner, without a job.
  if (!isManualMethod(payment.method))
    await jobs.enqueue(tx, processRefundQueue, { refundId }, { key: String(refundId) });
  return refundId;
}

/** Records that a refund reached the client, once; false if it is already settled. */
export async function completeRefund(
  tx: Transaction,
  now: Temporal.Instant,
  refundId: number,
  reference: string | null,
): Promise<boolean> {
  const postedAt = new Date(now.epochMilliseconds);
  const refund = await updateRefundStatus(tx, refundId, { state: 'succeeded', at: postedAt, reference });
  if (!refund) return false;
  const { documentId, amount, counted } = refund;
  // A payment that never counted is not owed again either.
  if (counted)
    await insertLedgerEntry(tx, { billingDocumentId: documentId, kind: 'refunded', amount, refundId, postedAt });
  return true;
}
