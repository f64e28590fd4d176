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
  if (!subscription || state !== 'in_progress') return toReason('This subscription isn’t active.');
  const { status, endsOn } = subscription;
  if (status === 'canceled') return toReason('This subscription has ended.');
  if (action === 'undo_cancellation')
    return status === 'cancel_scheduled' ? null : toReason('This subscription isn’t canceled.');
  if (status === 'cancel_scheduled')
    return toReason(`This subscription ends on ${formatPlainDate(String(endsOn))}. Choose “Keep subscription” first.`);
  if (action === 'pause') return status === 'active' ? null : toReason('This subscription is already paused.');
  if (action === 'cancel') return null;
  if (status !== 'paused') return toReason('This subscription isn’t paused.');
  const today = dayOf(now, facts.timeZone);
  const overdue = facts.documents.find(document => getAmountDue(document) > 0 && isAfter(today, document.dueOn));
  return overdue && party === 'client'
    ? toReason(`Pay invoice ${overdue.number} before you resume the subscription.`)
    : null;
}

function toReason(message: string): Reason {
  return { term: 14, message };
}

/**
 * Returns the subscription after an action on a day when all due periods are invoiced. A pause or end takes effect
 * after the invoiced period. Resuming bills from that day, or continues as before if the pause hadn't started.
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
