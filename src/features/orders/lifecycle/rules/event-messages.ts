import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { OrderEventType, OrderTransition } from '../contract/enums.ts';
import type { Reason } from '../contract/order.ts';
import type { OrderEventDetails } from '../contract/snapshots.ts';
import type { OrderEventRecord } from './events.ts';
import type { DeliveryDelay } from './expected-delivery.ts';

export const transitionMessages: Readonly<Record<OrderTransition, string>> = {
  send_quote: 'A quote was written.',
  decline: 'It was declined.',
  expire: 'The quote ran out.',
  accept_quote: 'The quote was accepted.',
  cancel: 'The order was cancelled.',
  pay_deposit: 'The deposit was paid.',
  pay_in_full: 'It was paid in full.',
  activate_subscription: 'The subscription began.',
  receive_content: 'All content is there.',
  start_work: 'Work started.',
  start_without_content: 'Work started, without all of the content.',
  refund: 'The deposit is given back.',
  refund_purchase: 'The purchase was refunded.',
  submit_for_review: 'The work can be looked at.',
  request_revision: 'A revision began.',
  complete: 'The work was accepted as complete.',
  cancel_work: 'The work was stopped.',
  pay_balance: 'Everything is paid.',
  deliver: 'The files were delivered.',
  end_subscription: 'The subscription ended.',
  close: 'The order was closed.',
};

/** The message of each type of history entry. */
const eventMessages: Readonly<Record<OrderEventType, string | ((details: OrderEventDetails) => string)>> = {
  placed: 'It was ordered.',
  transitioned: 'It moved on.',
  revision_requested: ({ size }) => `A ${size === 'major' ? 'major' : 'minor'} revision was asked for.`,
  revision_granted: 'The revision is free of charge.',
  change_order_quoted: 'A change was quoted.',
  change_order_answered: ({ accepted }) => `The quote for a change was ${accepted ? 'accepted' : 'declined'}.`,
  urgent_delivery_declined: 'It cannot be done as urgent work; the surcharge is gone.',
  support_requested: ({ included }) =>
    `Support was asked for, ${included ? 'which is included' : 'beyond what is included'}.`,
  support_quoted: 'Support was quoted.',
  support_quote_answered: ({ accepted }) => `The quote for support was ${accepted ? 'accepted' : 'declined'}.`,
  support_resolved: 'The support that was asked for is done.',
  support_reopened: 'A support request was opened again.',
  subscription_paused: ({ day = '' }) => `It is paused from ${formatPlainDate(day)} on.`,
  subscription_resumed: ({ day = '' }) => `It goes on, invoiced from ${formatPlainDate(day)} on.`,
  subscription_canceled: ({ day = '' }) => `It was ended, with ${formatPlainDate(day)}.`,
  subscription_cancellation_undone: 'It goes on: its end was taken back.',
  downloaded: 'The client downloaded the files.',
  refunded: details => `${amountOf(details)} of invoice ${details.invoice} was refunded.${formatDecision(details)}`,
  disputed: details =>
    `The client disputed a payment: ${amountOf(details)} of invoice ${details.invoice} was withdrawn.`,
  dispute_won: details => `The dispute ended: ${amountOf(details)} counts as paid again on invoice ${details.invoice}.`,
  refund_decided: details =>
    `${amountOf(details)} ${details.decision === 'owed' ? 'is owed again' : 'was credited'} on invoice ${details.invoice}.`,
};

export function formatOrderEvent({
  type,
  transition,
  details,
}: Pick<OrderEventRecord, 'type' | 'transition' | 'details'>): string {
  if (type === 'transitioned' && transition) return transitionMessages[transition];
  const message = eventMessages[type];
  return typeof message === 'string' ? message : message(details);
}

function amountOf({ amount, currency }: OrderEventDetails): string {
  return amount === undefined || currency === undefined
    ? 'Money'
    : formatMoney({ minor: amount, currency }, { exact: true });
}

function formatDecision({ decision }: OrderEventDetails): string {
  if (decision === 'credited') return ' The invoice was credited.';
  return decision === 'owed' ? ' The amount is owed again.' : '';
}

/** Returns why the expected delivery date moved. */
export function formatDelayReason(delay: DeliveryDelay): Reason {
  if ('change' in delay) return { term: 11, message: 'A change that was accepted takes longer.' };
  const awaited = {
    content: 'content',
    feedback: 'the client’s word on the work',
    change_order_answer: 'an answer to the quote for a change',
  }[delay.awaited];
  return { term: 10, message: `The work ${delay.until === null ? 'waits' : 'waited'} for ${awaited}.` };
}
