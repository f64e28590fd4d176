import type { OrderTransition } from '../contract/life.ts';
import { dayOf, isAfter } from './calendar.ts';
import { firstDownload, findTransitionTime } from './history.ts';
import { findOpenChangeOrder } from './revisions.ts';
import { findSupportNextAction } from './support.ts';
import { isQuoteExpired, type OrderSnapshot, getOrderSummary } from './standing.ts';

/** The move that a first payment makes, which is all of it for a project. */
const firstPayment = { plan: 'payDeposit', custom: 'payDeposit', project: 'payInFull', service: 'begin' } as const;

/** The move that the site makes by itself at a time, because something was paid, supplied or has run out; null for none. */
export function findAutomaticTransition(facts: OrderSnapshot, now: Temporal.Instant): OrderTransition | null {
  const { state, kind, content, documents } = facts;
  const { owed, subscription } = getOrderSummary(now, facts);
  const isPaid = documents.length > 0 && owed <= 0;
  switch (state) {
    case 'quoted':
      return isQuoteExpired(dayOf(now, facts.timeZone), facts) ? 'expire' : null;
    case 'agreed':
      return isPaid ? firstPayment[kind] : null;
    case 'deposit_paid':
      return content.every(({ isThere }) => isThere) ? 'receiveContent' : null;
    case 'paid':
      // If the project had no files at the time of payment, the owner delivers it.
      return kind === 'project' && facts.hasFiles && owed <= 0 ? 'deliver' : null;
    case 'completed':
      return isPaid ? 'payBalance' : null;
    case 'in_progress':
      // What is owed of a subscription is asked for until it is paid or credited.
      return subscription?.status === 'ended' && owed <= 0 ? 'end' : null;
    case 'delivered':
      if (findOpenChangeOrder(facts.history) || findSupportNextAction(facts.history)) return null;
      if (kind === 'project' && !firstDownload(facts.history)) return null;
      return isPastSupport(facts, now) && owed <= 0 ? 'close' : null;
    default:
      return null;
  }
}

/** Whether the support that is included is over (term 13), or the day of the delivery where none is. */
function isPastSupport({ history, supportDays, timeZone }: OrderSnapshot, now: Temporal.Instant): boolean {
  const delivered = findTransitionTime(history, 'deliver');
  if (!delivered) return false;
  return isAfter(dayOf(now, timeZone), dayOf(delivered, timeZone).add({ days: supportDays }));
}
