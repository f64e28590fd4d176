import { findBillingDocument, getAmountDue, insertLedgerEntry } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import type { PaymentRow } from '../queries/payments.ts';
import {
  getPendingRefundAmount,
  insertRefund,
  listRefundsForUpdate,
  type RefundRow,
  releaseRefund,
  updateRefundFailed,
} from '../queries/refunds.ts';
import type { FailedRefund } from '../rules/payment-provider.ts';
import { getPaymentMoney } from '../rules/received.ts';
import { notifyOwner } from './notifications.ts';
import { recordRefund } from './refunds.ts';

/**
 * Records that a refund failed after the provider had accepted it, once: the ledger counts the money as received again,
 * and what is still due to the client waits for the owner as a new refund. Credit notes stay. Ignores unknown refunds.
 * Throws UNAVAILABLE while it is unknown which refund of the site failed, so the provider retries.
 */
export async function applyFailedRefund(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  label: string,
  failure: FailedRefund,
): Promise<void> {
  const refunds = await listRefundsForUpdate(tx, payment.id);
  const refund = findFailed(refunds, payment, failure);
  if (!refund) {
    const isBeingMade = refunds.some(({ status, providerError }) => status === 'pending' && providerError === null);
    if (payment.method === 'paypal' && isBeingMade)
      throw new AppError('UNAVAILABLE', 'This refund isn’t recorded yet. Send the event again later.');
    return;
  }
  const isSentOtherwise = refund.reference !== null && refund.reference !== failure.refund;
  if (refund.status === 'failed' || isSentOtherwise) return;
  const at = toDate(services.now());
  const reason = (failure.reason ?? 'unknown').replaceAll('_', ' ');
  const providerError = `${label} returned this refund. Reason: ${reason}.`.slice(0, 400);
  await updateRefundFailed(tx, refund.id, { at, reference: failure.refund, providerError });
  const { billingDocumentId } = payment;
  const { id: refundId, amount, origin } = refund;
  const isCounted = payment.status === 'confirmed';
  if (isCounted && refund.status === 'succeeded') {
    await releaseRefund(tx, services.now(), { refundId, documentId: billingDocumentId }, null);
    const reinstated = subtractAmounts(ZERO, amount);
    const entry = { billingDocumentId, kind: 'reinstated', amount: reinstated, refundId, postedAt: at } as const;
    await insertLedgerEntry(tx, entry);
  }
  const owed = isCounted ? await getAmountDue(tx, billingDocumentId) : ZERO;
  const pending = isCounted ? await getPendingRefundAmount(tx, billingDocumentId) : ZERO;
  const overpaid = Math.max(0, 0 - owed - pending);
  const unsent = origin === 'system' ? amount : toMinorUnits(Math.min(amount, overpaid));
  if (unsent > 0) {
    // After the invoice was paid again or credited, this refund makes nothing due.
    const isSettled = origin === 'provider' || (refund.decision === 'owed' && overpaid >= unsent);
    const { decision, decidedAt } = isSettled ? { decision: null, decidedAt: null } : refund;
    const rest = { paymentId: payment.id, amount: unsent, reason: refund.reason, decision, decidedAt, providerError };
    // Not queued: the same card would probably refuse it again.
    await insertRefund(tx, { ...rest, status: 'pending', createdAt: at });
  }
  await recordRefund(tx, services, payment, { what: 'refund_failed', amount });
  const document = await findBillingDocument(tx, billingDocumentId);
  if (!document) return;
  await notifyOwner(tx, services, document, 'refund_failed', about => ({
    ...about,
    amount: formatMoney({ ...getPaymentMoney(payment), minor: amount }, { exact: true }),
    provider: label,
    reason,
    isUnsent: unsent > 0,
  }));
}

/** Finds a refund by the site's key, else by the provider's id, else one of that amount whose id was never reported. */
function findFailed(
  refunds: readonly RefundRow[],
  payment: PaymentRow,
  { refund: reference, refundKey, amount }: FailedRefund,
): RefundRow | undefined {
  const made = refunds.filter(({ origin }) => origin !== 'dispute');
  const known =
    made.find(({ idempotencyKey }) => idempotencyKey === refundKey) ?? made.find(one => one.reference === reference);
  if (known) return known;
  // Stripe reports the site's refunds with their key.
  const origins = payment.method === 'paypal' ? ['provider', 'system'] : ['provider'];
  const isAmount = (refund: RefundRow) =>
    amount?.minor === refund.amount && amount.currency === getPaymentMoney(payment).currency;
  const unnamed = made.filter(refund => refund.status === 'succeeded' && refund.reference === null && isAmount(refund));
  return origins.flatMap(origin => unnamed.filter(refund => refund.origin === origin))[0];
}
