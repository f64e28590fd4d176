import { formatMoney } from '#shared/money.ts';
import { subtractAmounts, sumAmounts } from '#shared/money-arithmetic.ts';
import type { InvoiceEntry } from '../contract/invoices.ts';
import type { ListedPayment, PaymentDetails } from '../contract/review.ts';
import type { MovementKind, PaymentMethod, PaymentStatus, RefundDecision } from '../contract/enums.ts';
import { english } from './payment-texts/english.ts';

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'Card',
  paypal: 'PayPal',
  bank_transfer: 'Bank transfer',
  bkash: 'bKash',
  nagad: 'Nagad',
  cash: 'Cash',
  card_terminal: 'Card terminal',
  other: 'Other payment',
};

/** Returns the name of the provider of a payment that isn't manual. */
export const getProviderName = (method: PaymentMethod): string => (method === 'stripe' ? 'Stripe' : 'PayPal');

export const paymentStatusLabels: Readonly<Record<PaymentStatus, string>> = english.statuses;

export const movementLabels: Readonly<Record<MovementKind, string>> = {
  payment: 'Payment',
  voided: 'Voided payment',
  system: 'Refund',
  provider: 'Provider refund',
  dispute: 'Dispute',
  reinstated: 'Dispute won',
  refund_failed: 'Failed refund',
};

export const refundDecisionLabels: Readonly<Record<RefundDecision | 'pending', string>> = {
  pending: 'Waiting for your decision',
  credited: 'Credited',
  owed: 'Due again',
};

/** Returns the state of a refund or dispute for the owner. A refund that the owner sends only fails if it is canceled. */
export function refundStateLabel(
  { origin, state, isDisputeLost, providerError }: PaymentDetails['refunds'][number],
  isManual: boolean,
): string {
  if (isDisputeLost) return 'Dispute lost';
  if (state === 'dispute_won') return 'Dispute won';
  if (state === 'failed') return isManual ? 'Refund canceled' : 'Refund failed';
  if (origin === 'dispute') return 'Disputed';
  if (state === 'succeeded') return 'Refunded';
  return isManual || providerError !== null ? 'Refund to send' : 'Refund in progress';
}

/** Returns the refunded, pending and disputed amount of a payment, if any. */
export function formatReturned({
  refunded,
  disputed,
  pendingRefund,
  currency,
}: Pick<ListedPayment, 'refunded' | 'disputed' | 'pendingRefund' | 'currency'>): string[] {
  const amounts = [
    ['refunded', subtractAmounts(refunded, sumAmounts([disputed, pendingRefund]))],
    ['refund pending', pendingRefund],
    ['disputed', disputed],
  ] as const;
  return amounts.flatMap(([what, minor]) =>
    minor > 0 ? [`${formatMoney({ minor, currency }, { exact: true })} ${what}`] : [],
  );
}

/** Describes a change of an invoice's balance. */
export function formatInvoiceEntry({ kind, amount, method, document, isUndo, isDispute }: InvoiceEntry): string {
  const labels: Readonly<Record<typeof kind, string>> = {
    invoiced: 'Invoiced',
    credited: `Credit note ${document}`,
    paid: `Payment, ${method}`,
    refunded: isDispute ? 'Dispute' : 'Refund',
    reinstated: isDispute ? 'Dispute won' : 'Failed refund',
    held: 'Amount on hold',
    released: 'Hold released',
    voided: 'Payment voided',
    written_off: amount > 0 ? 'Write-off undone' : 'Written off',
    applied: `${amount > 0 === isUndo ? 'Credit from' : 'Credit used for'} ${document}${isUndo ? ' undone' : ''}`,
  };
  return labels[kind];
}
