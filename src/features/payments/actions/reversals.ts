import { insertLedgerEntry, findBillingDocument } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { ProviderReversal, PaymentProvider } from '../rules/payment-provider.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits, Money } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { RefundOrigin, RefundStatus } from '../contract/enums.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { findDispute, insertRefund, listRefundsByPayment, updateDisputeWon } from '../queries/refunds.ts';
import { isReceived, getPaymentMoney } from '../rules/received.ts';
import { listPaymentListeners } from '../rules/payment-listener.ts';
import { lockPayment } from './payments.ts';
import { holdRefund, releaseRefund } from './refund-decisions.ts';
import { recordRefund, refundOverpayment } from './refunds.ts';
import { completeRefund } from './refunds.ts';
import { notifyDisputeWon, notifyRefundSent, notifyReversal } from './notifications.ts';

/** Names shown to the owner. */
const PLACES = { stripe: 'Stripe', paypal: 'PayPal' } as const;

/** Shown to the client and the owner. */
const REASONS = {
  provider: (label: string) => `Refunded at ${label}.`,
  dispute: (label: string) => `Disputed at ${label}.`,
} as const;

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
  news: ProviderReversal,
): Promise<void> {
  const label = PLACES[name];
  const payment = await lockPayment(tx, services, id);
  if (!payment || !isReceived(payment)) {
    throw new AppError('UNAVAILABLE', 'This payment has not been counted yet. Send it again later.');
  }
  if (news.state === 'refunded') return takeReturned(tx, services, payment, label, news.total);
  if (news.funds === 'withdrawn') return takeDisputed(tx, services, payment, label, news);
  return putBack(tx, services, payment, label, news);
}

/**
 * Applies a provider's total of refunds: completes the site's started refunds first; the rest was refunded at the
 * provider.
 */
async function takeReturned(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  label: string,
  total: Money | null,
): Promise<void> {
  const arrived = getPaymentMoney(payment);
  const said = total?.currency === arrived.currency ? total.minor : arrived.minor;
  const before = await listRefundsByPayment(tx, payment.id);
  const done = before.filter(({ status }) => status === 'succeeded');
  let beyond = said - sumAmounts(done.filter(({ origin }) => origin !== 'dispute').map(({ amount }) => amount));
  let left = arrived.minor - sumAmounts(done.map(({ amount }) => amount));
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  // The client has the money, whether this refund or another of the same amount caused it.
  for (const refund of before.filter(({ status, amount }) => status === 'pending' && amount <= beyond)) {
    if (refund.amount > beyond) continue;
    beyond -= refund.amount;
    left -= refund.amount;
    await completeRefund(tx, services.now(), refund.id, null);
    if (document) await notifyRefundSent(tx, services, refund, payment, document);
  }
  // Count disputed money once, even if the provider also reports it as refunded.
  const amount = toMinorUnits(Math.min(beyond, left));
  if (amount <= 0) return;
  await keep(tx, services, payment, { origin: 'provider', amount, reference: null, label, state: 'succeeded' });
  await notifyReversal(tx, services, payment, { amount, label, origin: 'provider' });
}

type Disputed = Extract<ProviderReversal, { state: 'disputed' }>;

async function takeDisputed(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  label: string,
  { dispute, amount: said }: Disputed,
): Promise<void> {
  if (await findDispute(tx, payment.id, dispute)) return;
  const amount = await disputedAmount(tx, payment, said);
  if (amount <= 0) return;
  await keep(tx, services, payment, { origin: 'dispute', amount, reference: dispute, label, state: 'succeeded' });
  await notifyReversal(tx, services, payment, { amount, label, origin: 'dispute' });
}

/** Returns the disputed amount: at most what is left of the payment, or all of that if the currency differs. */
async function disputedAmount(tx: Transaction, payment: PaymentRow, said: Money | null): Promise<MinorUnits> {
  const arrived = getPaymentMoney(payment);
  const gone = (await listRefundsByPayment(tx, payment.id)).filter(({ status }) => status === 'succeeded');
  const left = subtractAmounts(arrived.minor, sumAmounts(gone.map(({ amount }) => amount)));
  return said?.currency === arrived.currency ? toMinorUnits(Math.min(said.minor, left)) : left;
}

/** Restores the money of a won dispute and refunds any overpayment. */
async function putBack(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  label: string,
  { dispute, amount: said }: Disputed,
): Promise<void> {
  const taken = await findDispute(tx, payment.id, dispute);
  if (!taken) {
    // If the end of a dispute arrives before its start, record it so the start is ignored.
    const amount = said?.minor ?? getPaymentMoney(payment).minor;
    await keep(tx, services, payment, { origin: 'dispute', amount, reference: dispute, label, state: 'dispute_won' });
    return;
  }
  const postedAt = new Date(services.now().epochMilliseconds);
  if (!(await updateDisputeWon(tx, taken.id, postedAt))) return;
  await notifyDisputeWon(tx, services, payment, { amount: taken.amount, label });
  const { id: refundId, amount: won } = taken;
  await recordRefund(tx, services, payment, { what: 'dispute_won', amount: won });
  if (payment.status !== 'confirmed') return;
  const { billingDocumentId } = payment;
  await releaseRefund(tx, services.now(), { refundId, documentId: billingDocumentId }, null);
  const amount = subtractAmounts(ZERO, won);
  await insertLedgerEntry(tx, { billingDocumentId, kind: 'reinstated', amount, refundId, postedAt });
  const sold = await findBillingDocument(tx, billingDocumentId);
  if (sold) for (const { onReceived } of listPaymentListeners(services)) await onReceived(tx, services, sold);
  await refundOverpayment(tx, services, payment);
}

async function keep(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  out: {
    readonly origin: Exclude<RefundOrigin, 'system'>;
    readonly amount: MinorUnits;
    readonly reference: string | null;
    readonly label: string;
    readonly state: Extract<RefundStatus, 'succeeded' | 'dispute_won'>;
  },
): Promise<void> {
  const { origin, amount, reference, label, state } = out;
  const createdAt = new Date(services.now().epochMilliseconds);
  const reason = REASONS[origin](label);
  const settled = { status: state, settledAt: createdAt, acknowledgedAt: state === 'dispute_won' ? createdAt : null };
  const row = { paymentId: payment.id, origin, amount, reference, reason, createdAt, ...settled };
  const refundId = await insertRefund(tx, row);
  if (state !== 'succeeded') return;
  const what = origin === 'dispute' ? 'disputed' : 'refunded';
  const by = origin === 'dispute' ? 'client' : 'owner';
  await recordRefund(tx, services, payment, { what, by, amount, reason });
  // A payment that never counted is not owed again either.
  if (payment.status !== 'confirmed') return;
  const { billingDocumentId } = payment;
  await insertLedgerEntry(tx, { billingDocumentId, kind: 'refunded', amount, refundId, postedAt: createdAt });
  await holdRefund(tx, services.now(), { refundId, billingDocumentId, gone: amount });
}
