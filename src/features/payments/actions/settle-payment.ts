import {
  createIssueContext,
  findBillingDocument,
  type IssueContext,
  issueReceipt,
  type ReceivedPayment,
} from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type {
  ReceivedMoney,
  PaymentProvider,
  ProviderEvent,
  ProviderPaymentStatus,
} from '../rules/payment-provider.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import {
  findPaymentOfEvent,
  type PaymentRow,
  recordProviderEvent,
  updatePaymentProcessing,
  updatePaymentStatus,
} from '../queries/payments.ts';
import { isManualMethod, unsettledStates } from '../contract/enums.ts';
import { getProviderName, paymentMethodLabels } from '../rules/labels.ts';
import { listPaymentListeners } from '../rules/payment-listener.ts';
import { refreshPaymentQueue } from '../rules/queues.ts';
import { paidText, sentOf, sentText } from '../rules/sent.ts';
import { announceRefusal } from './charge-card.ts';
import { announceRejection, notifyOwner } from './notifications.ts';
import { confirmPayment, lockPayment } from './payments.ts';
import { applyBalance, createRefund, recordRefund } from './refunds.ts';
import { applyReversal } from './reversals.ts';
import { applyCardChange, enqueueSaveCard } from './saved-cards.ts';

/**
 * Processes a webhook event once, with all its effects in the same transaction. Ignores events about unknown payments.
 */
export async function processProviderEvent(
  tx: Transaction,
  services: ApiServices,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<void> {
  const isNew = await recordProviderEvent(tx, services.now(), { provider: provider.name, eventId: event.id });
  if (isNew && event.card) await applyCardChange(tx, services, event.card);
  if (!isNew || !event.change) return;
  const payment = await findPaymentOfEvent(tx, provider.name, event);
  if (!payment) return;
  if (event.change.state === 'requires_refresh') {
    await services.jobs.enqueue(tx, refreshPaymentQueue, { paymentId: payment.id }, { key: String(payment.id) });
  } else if (
    event.change.state === 'refunded' ||
    event.change.state === 'disputed' ||
    event.change.state === 'dispute_resolved' ||
    event.change.state === 'refund_failed'
  ) {
    await applyReversal(tx, services, provider, payment, event.change);
  } else await applyProviderStatus(tx, services, payment, event.change);
}

/** Applies a payment status from a provider; repeated or late statuses change nothing. */
export async function applyProviderStatus(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  status: ProviderPaymentStatus,
): Promise<void> {
  if (status.state === 'open') return;
  if (status.state === 'paid') {
    await settlePayment(tx, services, payment, status.received);
    return;
  }
  const locked = await lockPayment(tx, services, payment.id);
  if (!locked) return;
  if (status.state === 'processing') return holdPayment(tx, services, locked, status.reason);
  const at = toDate(services.now());
  const failure = { state: 'failed', at, reason: status.reason, code: status.code } as const;
  const failed = await updatePaymentStatus(tx, locked.id, failure, unsettledStates);
  if (failed?.attempt) await announceRefusal(tx, services, failed);
  // The client was asked to wait for a receipt.
  if (failed && locked.status === 'processing') await announceRejection(tx, services, failed);
}

/** Records that a provider holds the money of a payment, and notifies the owner once. */
async function holdPayment(tx: Transaction, services: ApiServices, payment: PaymentRow, reason: string): Promise<void> {
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  await updatePaymentProcessing(tx, payment.id, reason);
  if (payment.status !== 'pending' || !document) return;
  await notifyOwner(tx, services, document, 'payment_processing', about => ({
    ...about,
    amount: paidText(payment, 'en'),
    provider: getProviderName(payment.method),
    reason,
  }));
  for (const { onReview: notify } of listPaymentListeners(services))
    await notify?.(tx, services, { sold: document, state: 'pending' });
}

/**
 * Counts received money: ledger entry, receipt and the sold feature's listener; null `arrived` means the owner
 * confirmed it. Refunds overpayments, and mismatches without counting them. Returns whether the payment counts now.
 */
export async function settlePayment(
  tx: Transaction,
  services: ApiServices,
  { id }: PaymentRow,
  received: ReceivedMoney | null,
): Promise<boolean> {
  const payment = await lockPayment(tx, services, id);
  if (!payment) return false;
  if (received && (received.amount?.minor !== payment.amount || received.amount.currency !== payment.currency)) {
    await recordMismatch(tx, services, payment, received);
    return false;
  }
  const issuing = await createIssueContext(tx, services);
  if (!(await confirmPayment(tx, issuing.now, id, received?.charge))) return false;
  await completePayment(tx, services, issuing, payment);
  if (payment.savedCardId !== null && payment.attempt === null)
    await enqueueSaveCard(tx, services, payment.savedCardId);
  return true;
}

/** Issues the receipt of a payment that was posted, and applies the new balance of its document. */
export async function completePayment(
  tx: Transaction,
  services: ApiServices,
  issuing: IssueContext,
  payment: PaymentRow,
  receipt: Pick<ReceivedPayment, 'receivedOn' | 'isSilent'> = {},
): Promise<void> {
  const { id: paymentId, billingDocumentId: invoiceId, amount, currency, method, reference } = payment;
  const sent = sentOf(payment);
  await issueReceipt(tx, issuing, {
    ...receipt,
    invoiceId,
    paymentId,
    amount,
    method: paymentMethodLabels[method],
    // A provider's reference is of no use to the client.
    reference: isManualMethod(method) ? reference : null,
    ...(sent ? { formatSent: language => sentText(sent, currency, language) } : {}),
  });
  await applyBalance(tx, services, payment);
}

/** Records a mismatched payment as received, and refunds it if its amount can be represented. */
async function recordMismatch(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  { amount, rawAmount, charge }: ReceivedMoney,
): Promise<void> {
  const at = toDate(services.now());
  const currency = amount?.currency ?? rawAmount.split(' ').at(-1) ?? '';
  const received = { minor: amount?.minor ?? ZERO, currency };
  const amountText = amount ? formatMoney(amount, { exact: true }) : rawAmount;
  const mismatch = { state: 'amount_mismatch', at, reason: `Received ${amountText}.`, charge, received } as const;
  const updated = await updatePaymentStatus(tx, payment.id, mismatch, [...unsettledStates, 'failed']);
  if (!updated || received.minor <= 0 || charge === '') return;
  const reason = 'The amount received didn’t match the amount due.';
  const refund = { amount: received.minor, reason };
  await createRefund(tx, await createIssueContext(tx, services), { paymentId: payment.id, ...refund });
  await recordRefund(tx, services, updated, { what: 'refunded', ...refund });
}
