import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { OrderTransition } from '../contract/enums.ts';
import type { OrderEventDetails } from '../contract/snapshots.ts';
import type { OrderEventRecord } from './parse-event.ts';
import { downloadedSentence, type RefundEligibility, startedSentence } from './refunds.ts';
import type { Reason } from './summary.ts';
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

export function formatOrderEvent({
  type,
  transition,
  details,
}: Pick<OrderEventRecord, 'type' | 'transition' | 'details'>): string {
  switch (type) {
    case 'placed':
      return 'It was ordered.';
    case 'transitioned':
      return transition ? transitionMessages[transition] : 'It moved on.';
    case 'revision_requested':
      return details.size === 'major' ? 'A major revision was asked for.' : 'A minor revision was asked for.';
    case 'revision_granted':
      return 'The revision is free of charge.';
    case 'change_order_quoted':
      return 'A change was quoted.';
    case 'change_order_answered':
      return details.accepted ? 'The quote for a change was accepted.' : 'The quote for a change was declined.';
    case 'urgent_delivery_declined':
      return 'It cannot be done as urgent work; the surcharge is gone.';
    case 'support_requested':
      return details.included
        ? 'Support was asked for, which is included.'
        : 'Support was asked for, beyond what is included.';
    case 'support_quoted':
      return 'Support was quoted.';
    case 'support_quote_answered':
      return details.accepted ? 'The quote for support was accepted.' : 'The quote for support was declined.';
    case 'support_resolved':
      return 'The support that was asked for is done.';
    case 'support_reopened':
      return 'A support request was opened again.';
    case 'subscription_paused':
      return `It is paused from ${formatPlainDate(details.day ?? '')} on.`;
    case 'subscription_resumed':
      return `It goes on, invoiced from ${formatPlainDate(details.day ?? '')} on.`;
    case 'subscription_canceled':
      return `It was ended, with ${formatPlainDate(details.day ?? '')}.`;
    case 'subscription_cancellation_undone':
      return 'It goes on: its end was taken back.';
    case 'downloaded':
      return 'The client downloaded the files.';
    case 'refunded':
      return `${amountIn(details)} of invoice ${details.invoice} was refunded.${whatFollows(details)}`;
    case 'disputed':
      return `The client disputed a payment: ${amountIn(details)} of invoice ${details.invoice} was withdrawn.`;
    case 'dispute_won':
      return `The dispute ended: ${amountIn(details)} counts as paid again on invoice ${details.invoice}.`;
    case 'refund_decided':
      return details.decision === 'owed'
        ? `${amountIn(details)} is owed again on invoice ${details.invoice}.`
        : `${amountIn(details)} was credited on invoice ${details.invoice}.`;
    default:
      return 'Something happened.';
  }
}

function amountIn({ amount, currency }: OrderEventDetails): string {
  return amount === undefined || currency === undefined
    ? 'Money'
    : formatMoney({ minor: amount, currency }, { exact: true });
}

function whatFollows({ decision }: OrderEventDetails): string {
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

/** Returns the note about refunds; null if there is nothing to refund. */
export function findRefundReason(refund: RefundEligibility): Reason | null {
  if (refund.term === null) return null;
  if (refund.term === 8) {
    return {
      term: 8,
      message: startedSentence(refund.since),
    };
  }
  if ('downloaded' in refund) return { term: 7, message: downloadedSentence(refund.downloaded) };
  if ('until' in refund) {
    return { term: 7, message: 'The purchase can be refunded in full until the files are downloaded.' };
  }
  return refund.allowed
    ? { term: 7, message: 'Work has not started in time: all that was paid can be had back at once.' }
    : {
        term: 7,
        message: `If work has not started by then, all of it can be had back from ${formatPlainDate(refund.from.toString())}.`,
      };
}
