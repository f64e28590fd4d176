import { insertLedgerEntry, findBillingDocument, getAmountDue } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { ProviderReversal, PaymentProvider } from '../rules/payment-provider.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, type MinorUnits, type Money } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { RefundOrigin, RefundStatus } from '../contract/enums.ts';
import { type PaymentRow, recordProviderEvent } from '../queries/payments.ts';
import {
  findDispute,
  holdRefund,
  insertRefund,
  listRefundsByPayment,
  releaseRefund,
  updateDisputeLost,
  updateDisputeWon,
} from '../queries/refunds.ts';
import { getProviderName } from '../rules/labels.ts';
import { isReceived, getPaymentMoney } from '../rules/received.ts';
import { applyFailedRefund } from './failed-refunds.ts';
import { lockPayment } from './payments.ts';
import { applyBalance, completeRefund, recordRefund } from './refunds.ts';
import { notifyOwner, notifyRefundSent } from './notifications.ts';

/**
 * Records a refund or dispute at a provider: ledger entries, a hold until the owner decides, and a notification.
 * Repeated or out-of-order events change nothing. Throws UNAVAILABLE for a payment not counted yet, so the provider
 * retries.
 */
export async function applyReversal(
  tx: Transaction,
  services: ApiServices,
  { name }: PaymentProvider,
  { id }: PaymentRow,
  reversal: ProviderReversal,
): Promise<void> {
  const label = getProviderName(name);
  const payment = await lockPayment(tx, services, id);
  if (!payment || !isReceived(payment)) {
    throw new AppError('UNAVAILABLE', 'This payment isn’t confirmed yet. Send the event again later.');
  }
  if (reversal.state === 'refund_failed') return applyFailedRefund(tx, services, payment, label, reversal);
  if (reversal.state === 'refunded') return applyRefunds(tx, services, payment, label, reversal.total);
  const dispute = reversal.state === 'disputed' ? reversal : await findResolved(tx, services, name, payment, reversal);
  if (!dispute) return undefined;
  if (dispute.outcome === 'won') return reinstate(tx, services, payment, label, dispute);
  await applyDispute(tx, services, payment, label, dispute);
  if (dispute.outcome === 'lost') await applyLostDispute(tx, services, payment, label, dispute);
}

/**
 * Returns the only open dispute of a payment with its outcome, once per dispute at the provider: a repeated outcome must
 * not decide a later dispute. Undefined if none or several are open. Throws UNAVAILABLE if a lost dispute has no
 * withdrawal yet, so the provider retries: PayPal can report the outcome first.
 */
async function findResolved(
  tx: Transaction,
  { now }: ApiServices,
  provider: string,
  { id }: PaymentRow,
  { dispute: eventId, outcome }: Extract<ProviderReversal, { state: 'dispute_resolved' }>,
): Promise<Dispute | undefined> {
  const refunds = await listRefundsByPayment(tx, id);
  if (outcome === 'lost' && refunds.every(({ origin }) => origin === 'system'))
    throw new AppError('UNAVAILABLE', 'The money of this dispute isn’t withdrawn yet. Send the event again later.');
  const [open, ...others] = refunds.filter(
    ({ origin, status, disputeLostAt }) => origin === 'dispute' && status === 'succeeded' && disputeLostAt === null,
  );
  if (!open?.reference || others.length > 0) return undefined;
  if (!(await recordProviderEvent(tx, now(), { provider, eventId }))) return undefined;
  return { state: 'disputed', dispute: open.reference, amount: null, outcome };
}

/**
 * Applies a provider's total of refunds: completes the site's started refunds first; the rest was refunded at the
 * provider.
 */
async function applyRefunds(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  label: string,
  total: Money | null,
): Promise<void> {
  const received = getPaymentMoney(payment);
  const reported = total?.currency === received.currency ? total.minor : received.minor;
  const refunds = await listRefundsByPayment(tx, payment.id);
  const done = refunds.filter(({ status }) => status === 'succeeded');
  let excess = reported - sumAmounts(done.filter(({ origin }) => origin !== 'dispute').map(({ amount }) => amount));
  let left = received.minor - sumAmounts(done.map(({ amount }) => amount));
  // The client has the money, whether this refund or another of the same amount caused it.
  for (const refund of refunds.filter(({ status }) => status === 'pending')) {
    if (refund.amount > excess) continue;
    excess -= refund.amount;
    left -= refund.amount;
    await completeRefund(tx, services.now(), refund.id, null);
    await notifyRefundSent(tx, services, refund, payment);
  }
  // Count disputed money once, even if the provider also reports it as refunded.
  const amount = toMinorUnits(Math.min(excess, left));
  if (amount <= 0) return;
  await save(tx, services, payment, { origin: 'provider', amount, reference: null, label, state: 'succeeded' });
}

type Dispute = Extract<ProviderReversal, { state: 'disputed' }>;

/** Returns the disputed amount: at most `limit`, or all of that if the currency differs. */
const getDisputedAmount = (reported: Money | null, limit: Money): MinorUnits =>
  reported?.currency === limit.currency ? toMinorUnits(Math.min(reported.minor, limit.minor)) : limit.minor;

/** Records the disputed amount, which is at most the rest of the payment. */
async function applyDispute(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  label: string,
  { dispute, amount: reported, outcome }: Dispute,
): Promise<void> {
  if (await findDispute(tx, payment.id, dispute)) return;
  const received = getPaymentMoney(payment);
  const succeeded = (await listRefundsByPayment(tx, payment.id)).filter(({ status }) => status === 'succeeded');
  const left = subtractAmounts(received.minor, sumAmounts(succeeded.map(({ amount }) => amount)));
  const amount = getDisputedAmount(reported, { ...received, minor: left });
  if (amount <= 0) return;
  const state = { state: 'succeeded', isLost: outcome === 'lost' } as const;
  await save(tx, services, payment, { origin: 'dispute', amount, reference: dispute, label, ...state });
}

/** Marks a dispute as lost, and notifies the owner. */
async function applyLostDispute(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  label: string,
  { dispute }: Dispute,
): Promise<void> {
  const refund = await findDispute(tx, payment.id, dispute);
  if (!refund || !(await updateDisputeLost(tx, refund.id, toDate(services.now())))) return;
  const { amount, decision } = refund;
  await recordRefund(tx, services, payment, { what: 'dispute_lost', amount });
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (!document) return;
  await notifyOwner(tx, services, document, 'dispute_lost', about => ({
    ...about,
    amount: formatMoney({ ...getPaymentMoney(payment), minor: amount }, { exact: true }),
    provider: label,
    isUndecided: decision === 'pending',
  }));
}

/** Restores the money of a won dispute and refunds any overpayment. */
async function reinstate(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  label: string,
  { dispute, amount: reported }: Dispute,
): Promise<void> {
  const refund = await findDispute(tx, payment.id, dispute);
  const money = getPaymentMoney(payment);
  if (!refund) {
    // If the end of a dispute arrives before its start, record it so the start is ignored.
    const amount = getDisputedAmount(reported, money);
    await save(tx, services, payment, { origin: 'dispute', amount, reference: dispute, label, state: 'dispute_won' });
    return;
  }
  const postedAt = toDate(services.now());
  if (!(await updateDisputeWon(tx, refund.id, postedAt))) return;
  const { billingDocumentId } = payment;
  const { id: refundId, amount } = refund;
  const isCounted = payment.status === 'confirmed';
  if (isCounted) {
    await releaseRefund(tx, services.now(), { refundId, documentId: billingDocumentId }, null);
    const reinstated = subtractAmounts(ZERO, amount);
    await insertLedgerEntry(tx, { billingDocumentId, kind: 'reinstated', amount: reinstated, refundId, postedAt });
  }
  const document = await findBillingDocument(tx, billingDocumentId);
  if (document) {
    const isOverpaid = isCounted && (await getAmountDue(tx, billingDocumentId)) < 0;
    await notifyOwner(tx, services, document, 'payment_reinstated', about => ({
      ...about,
      amount: formatMoney({ ...money, minor: amount }, { exact: true }),
      provider: label,
      isOverpaid,
    }));
  }
  await recordRefund(tx, services, payment, { what: 'dispute_won', amount });
  if (isCounted) await applyBalance(tx, services, payment);
}

/**
 * Records a refund or dispute: ledger entries, a hold until the owner decides, and a notification, unless it was won.
 */
async function save(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  reversal: {
    readonly origin: Exclude<RefundOrigin, 'system'>;
    readonly amount: MinorUnits;
    readonly reference: string | null;
    readonly label: string;
    readonly state: Extract<RefundStatus, 'succeeded' | 'dispute_won'>;
    /** The owner gets the email about the lost dispute only. */
    readonly isLost?: boolean;
  },
): Promise<void> {
  const { origin, amount, reference, label, state, isLost } = reversal;
  const createdAt = toDate(services.now());
  const isDisputed = origin === 'dispute';
  // Shown to the client and the owner.
  const reason = `${isDisputed ? 'Disputed' : 'Refunded'} at ${label}.`;
  const settled = { status: state, settledAt: createdAt, acknowledgedAt: state === 'dispute_won' ? createdAt : null };
  const row = { paymentId: payment.id, origin, amount, reference, reason, createdAt, ...settled };
  const refundId = await insertRefund(tx, row);
  if (state !== 'succeeded') return;
  const what = isDisputed ? 'disputed' : 'refunded';
  await recordRefund(tx, services, payment, { what, by: isDisputed ? 'client' : 'owner', amount, reason });
  const { billingDocumentId } = payment;
  const document = await findBillingDocument(tx, billingDocumentId);
  if (document && !isLost) {
    await notifyOwner(tx, services, document, 'payment_reversed', about => ({
      ...about,
      amount: formatMoney({ minor: amount, currency: getPaymentMoney(payment).currency }, { exact: true }),
      provider: label,
      isDisputed,
      isDueAgain: payment.status === 'confirmed',
    }));
  }
  // A payment that never counted isn't due again.
  if (payment.status !== 'confirmed') return;
  await insertLedgerEntry(tx, { billingDocumentId, kind: 'refunded', amount, refundId, postedAt: createdAt });
  await holdRefund(tx, services.now(), { refundId, billingDocumentId, withdrawn: amount });
}
