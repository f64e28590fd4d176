import { formatPlainDate } from '#shared/time.ts';
import type { Party, SubscriptionAction } from '../contract/life.ts';
import { dayOf, isAfter, maxDate } from './calendar.ts';
import { getAmountDue } from './late-fees.ts';
import { type OrderSnapshot, getOrderSummary, type Reason } from './standing.ts';
import type { Subscription } from './subscriptions.ts';

/** Why a side cannot change a subscription so at a time; null where it can (term 14). */
export function findSubscriptionActionBlock(
  change: SubscriptionAction,
  side: Party,
  facts: OrderSnapshot,
  now: Temporal.Instant,
): Reason | null {
  const { subscription, state } = getOrderSummary(now, facts);
  if (!subscription || state !== 'in_progress') return refused('This is no subscription that goes on.');
  const { status, endsOn } = subscription;
  if (status === 'ended') return refused('It has ended.');
  if (change === 'keep') return status === 'ending' ? null : refused('Nobody has ended it.');
  if (status === 'ending') return refused(`It ends on ${formatPlainDate(String(endsOn))}. Take that back first.`);
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
 * What a change makes of a subscription on a day on which all that was due is invoiced. What is invoiced stays: a pause
 * begins after it, and with it comes an end. What is resumed is invoiced from that day on, or goes on as if it had not
 * been paused where the pause had not begun.
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
