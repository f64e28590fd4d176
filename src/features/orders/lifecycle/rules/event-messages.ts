import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { OrderEventType, OrderTransition } from '../contract/enums.ts';
import type { Reason } from '../contract/order.ts';
import type { OrderEventDetails } from '../contract/snapshots.ts';
import type { OrderEventRecord } from './events.ts';
import type { DeliveryDelay } from './expected-delivery.ts';

/** Messages without a period: for the history, and as the heading and subject of emails. */
export const transitionMessages: Readonly<Record<OrderTransition, string>> = {
  send_quote: 'Quote sent',
  decline: 'Order declined',
  expire: 'Quote expired',
  accept_quote: 'Quote accepted',
  cancel: 'Order canceled',
  pay_deposit: 'Deposit paid',
  pay_in_full: 'Order paid in full',
  activate_subscription: 'Subscription started',
  receive_content: 'All content received',
  start_work: 'Work started',
  start_without_content: 'Work started without all content',
  refund: 'Order refunded',
  refund_purchase: 'Purchase refunded',
  submit_for_review: 'Work ready for review',
  request_revision: 'Revision started',
  complete: 'Work accepted',
  cancel_work: 'Work stopped and order canceled',
  pay_balance: 'Balance paid',
  deliver: 'Files delivered',
  end_subscription: 'Subscription ended',
  close: 'Order closed',
};

/** The message of each type of history entry. */
const eventMessages: Readonly<Record<OrderEventType, string | ((details: OrderEventDetails) => string)>> = {
  placed: ({ quote }) => (quote ? `Quote ${quote}` : 'Order placed'),
  transitioned: 'Status changed',
  revision_requested: ({ size }) => `${size === 'major' ? 'Major' : 'Minor'} revision requested`,
  revision_granted: 'Revision approved free of charge',
  change_order_quoted: 'Change order sent',
  change_order_answered: ({ accepted }) => `Change order ${accepted ? 'accepted' : 'declined'}`,
  change_order_withdrawn: 'Change order withdrawn',
  urgent_delivery_declined: 'Urgent delivery declined and surcharge removed',
  support_requested: ({ included }) => `Support requested (${included ? 'included' : 'billed separately'})`,
  support_quoted: 'Support quote sent',
  support_quote_answered: ({ accepted }) => `Support quote ${accepted ? 'accepted' : 'declined'}`,
  support_quote_withdrawn: 'Support quote withdrawn',
  support_resolved: 'Support request resolved',
  support_reopened: 'Support request reopened',
  subscription_paused: ({ day = '' }) => `Subscription paused from ${formatPlainDate(day)}`,
  subscription_resumed: ({ day = '' }) => `Subscription resumed from ${formatPlainDate(day)}`,
  subscription_canceled: ({ day = '' }) => `Subscription canceled, ends on ${formatPlainDate(day)}`,
  subscription_cancellation_undone: 'Subscription cancellation undone',
  installments_chosen: ({ installments = null }) =>
    installments === null ? 'Single payment chosen' : `Balance in ${installments} monthly installments`,
  late_fee_charged: details => `Late fee of ${amountOf(details)} charged on invoice ${details.invoice}`,
  late_fee_waived: details => `Late fee of ${amountOf(details)} waived on invoice ${details.invoice}`,
  downloaded: 'Files downloaded',
  refunded: details => `${amountOf(details)} refunded on invoice ${details.invoice}${formatDecision(details)}`,
  disputed: details => `${amountOf(details)} disputed on invoice ${details.invoice}`,
  dispute_won: details => `Dispute closed: ${amountOf(details)} on invoice ${details.invoice} counts as paid again`,
  dispute_lost: details => `Dispute closed: ${amountOf(details)} on invoice ${details.invoice} returned to the client`,
  refund_failed: details => `Refund of ${amountOf(details)} on invoice ${details.invoice} failed`,
  payment_voided: details => `Payment of ${amountOf(details)} for invoice ${details.invoice} voided`,
  written_off: details => `${amountOf(details)} written off on invoice ${details.invoice}`,
  write_off_undone: details => `Write-off of ${amountOf(details)} on invoice ${details.invoice} undone`,
  credit_applied: details => `Credit of ${amountOf(details)} applied to invoice ${details.invoice}`,
  credit_undone: details => `Credit of ${amountOf(details)} removed from invoice ${details.invoice}`,
  refund_decided: details =>
    `${amountOf(details)} ${details.decision === 'owed' ? 'due again' : 'credited'} on invoice ${details.invoice}`,
};

export function formatOrderEvent({
  type,
  transition,
  details,
}: Pick<OrderEventRecord, 'type' | 'transition' | 'details'>): string {
  if (transition === 'pay_deposit' && details.amount === 0) return 'No deposit needed';
  if (type === 'transitioned' && transition) return transitionMessages[transition];
  const message = eventMessages[type];
  return typeof message === 'string' ? message : message(details);
}

function amountOf({ amount, currency }: OrderEventDetails): string {
  return amount === undefined || currency === undefined
    ? 'Payment'
    : formatMoney({ minor: amount, currency }, { exact: true });
}

function formatDecision({ decision }: OrderEventDetails): string {
  if (decision === 'credited') return ' (credited)';
  return decision === 'owed' ? ' (due again)' : '';
}

/** Returns why the expected delivery date moved. */
export function formatDelayReason(delay: DeliveryDelay): Reason {
  if ('change' in delay) return { term: 11, message: 'An accepted change order added time.' };
  const reason = {
    content: 'content',
    feedback: 'feedback on the work',
    change_order_answer: 'an answer to a change order',
  }[delay.waitsFor];
  return { term: 10, message: delay.until === null ? `Waiting for ${reason}.` : `Paused while waiting for ${reason}.` };
}
