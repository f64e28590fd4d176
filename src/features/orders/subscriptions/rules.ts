import { formatPlainDate } from '#shared/time.ts';
import type { Party, SubscriptionAction } from '../lifecycle/contract/enums.ts';
import { dayOf, isAfter, maxDate } from '#shared/dates.ts';
import { getAmountDue } from '../lifecycle/rules/late-fees.ts';
import type { Reason } from '../lifecycle/contract/order.ts';
import { type OrderSnapshot, getOrderSummary } from '../lifecycle/rules/summary.ts';
import type { Subscription } from '../lifecycle/rules/subscription-periods.ts';

/** Returns why a party can't change a subscription; null if they can (term 14). */
export function findSubscriptionActionBlock(
  action: SubscriptionAction,
  party: Party,
  facts: OrderSnapshot,
  now: Temporal.Instant,
): Reason | null {
  const { subscription, state } = getOrderSummary(now, facts);
  if (!subscription || state !== 'in_progress') return toReason('This is no subscription that goes on.');
  const { status, endsOn } = subscription;
  if (status === 'canceled') return toReason('It has ended.');
  if (action === 'undo_cancellation') return status === 'cancel_scheduled' ? null : toReason('Nobody has ended it.');
  if (status === 'cancel_scheduled')
    return toReason(`It ends on ${formatPlainDate(String(endsOn))}. Take that back first.`);
  if (action === 'pause') return status === 'active' ? null : toReason('It is paused.');
  if (action === 'cancel') return null;
  if (status !== 'paused') return toReason('It is not paused.');
  const today = dayOf(now, facts.timeZone);
  const overdue = facts.documents.find(document => getAmountDue(document) > 0 && isAfter(today, document.dueOn));
  return overdue && party === 'client' ? toReason(`It can be resumed once invoice ${overdue.number} is paid.`) : null;
}

function toReason(message: string): Reason {
  return { term: 14, message };
}

/**
 * Returns the subscription after an action on a day when all due periods are invoiced. A pause or end takes effect
 * after the invoiced period. Resuming bills from that day, or continues as before if the pause had not begun.
 */
export function applySubscriptionAction(
  action: SubscriptionAction,
  day: Temporal.PlainDate,
  subscription: Subscription,
): Omit<Subscription, 'monthlyAmount'> {
  const { nextInvoiceOn, pausedFrom, endsOn } = subscription;
  switch (action) {
    case 'pause':
      return { nextInvoiceOn, pausedFrom: nextInvoiceOn, endsOn };
    case 'resume':
      return { nextInvoiceOn: maxDate(nextInvoiceOn, day), pausedFrom: null, endsOn };
    case 'cancel':
      return { nextInvoiceOn, pausedFrom, endsOn: nextInvoiceOn.subtract({ days: 1 }) };
    default:
      return { nextInvoiceOn, pausedFrom, endsOn: null };
  }
}
