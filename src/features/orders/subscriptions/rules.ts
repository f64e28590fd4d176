import { formatPlainDate } from '#shared/time.ts';
import type { Party, SubscriptionAction } from '../lifecycle/contract/enums.ts';
import { dayOf, isAfter, maxDate } from '#shared/dates.ts';
import { getAmountDue } from '../lifecycle/rules/late-fees.ts';
import type { Reason } from '../lifecycle/contract/order.ts';
import { type OrderSnapshot, getOrderSummary } from '../lifecycle/rules/summary.ts';
import type { Subscription } from '../lifecycle/rules/subscription-periods.ts';

/** Returns why a party can't change a subscription; null if they can (term 14). */
export function findSubscriptionActionBlock(
  change: SubscriptionAction,
  side: Party,
  facts: OrderSnapshot,
  now: Temporal.Instant,
): Reason | null {
  const { subscription, state } = getOrderSummary(now, facts);
  if (!subscription || state !== 'in_progress') return refused('This is no subscription that goes on.');
  const { status, endsOn } = subscription;
  if (status === 'canceled') return refused('It has ended.');
  if (change === 'undo_cancellation') return status === 'cancel_scheduled' ? null : refused('Nobody has ended it.');
  if (status === 'cancel_scheduled')
    return refused(`It ends on ${formatPlainDate(String(endsOn))}. Take that back first.`);
  if (change === 'pause') return status === 'active' ? null : refused('It is paused.');
  if (change === 'cancel') return null;
  if (status !== 'paused') return refused('It is not paused.');
  const today = dayOf(now, facts.timeZone);
  const late = facts.documents.find(document => getAmountDue(document) > 0 && isAfter(today, document.dueOn));
  return late && side === 'client' ? refused(`It can be resumed once invoice ${late.number} is paid.`) : null;
}

function refused(message: string): Reason {
  return { term: 14, message };
}

/**
 * Returns the subscription after an action on a day when all due periods are invoiced. A pause or end takes effect
 * after the invoiced period. Resuming bills from that day, or continues as before if the pause had not begun.
 */
export function applySubscriptionAction(
  change: SubscriptionAction,
  day: Temporal.PlainDate,
  subscription: Subscription,
): Omit<Subscription, 'monthlyAmount'> {
  const { nextInvoiceOn, pausedFrom, endsOn } = subscription;
  switch (change) {
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
