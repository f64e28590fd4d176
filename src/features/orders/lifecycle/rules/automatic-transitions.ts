import type { OrderTransition } from '../contract/enums.ts';
import { dayOf, isAfter } from '#shared/dates.ts';
import { findFirstDownload, findTransitionTime } from './events.ts';
import { findOpenChangeOrder } from './revisions.ts';
import { findSupportNextAction } from './support.ts';
import { hasNoDeposit, isQuoteExpired, type OrderSnapshot, getOrderSummary } from './summary.ts';

/** A project is paid in full with its first payment. */
const firstPayment = {
  plan: 'pay_deposit',
  custom: 'pay_deposit',
  project: 'pay_in_full',
  service: 'activate_subscription',
} as const;

/** Returns the transition that is due automatically after a payment, an upload or an expiry; null if none is. */
export function findAutomaticTransition(facts: OrderSnapshot, now: Temporal.Instant): OrderTransition | null {
  const { status, kind, content, documents, total } = facts;
  const { owed, subscription } = getOrderSummary(now, facts);
  const isPaid = owed <= 0 && (documents.length > 0 || total === 0);
  switch (status) {
    case 'quoted':
      return isQuoteExpired(dayOf(now, facts.timeZone), facts) ? 'expire' : null;
    case 'agreed':
      return isPaid || (owed <= 0 && hasNoDeposit(facts)) ? firstPayment[kind] : null;
    case 'deposit_paid':
      return content.every(({ isSupplied }) => isSupplied) ? 'receive_content' : null;
    case 'paid':
      // If the project had no files at the time of payment, the owner delivers it.
      return kind === 'project' && facts.hasFiles && owed <= 0 ? 'deliver' : null;
    case 'completed':
      return isPaid ? 'pay_balance' : null;
    case 'in_progress':
      // An ended subscription stays open until its invoices are paid or credited.
      return subscription?.status === 'canceled' && owed <= 0 ? 'end_subscription' : null;
    case 'delivered':
      if (findOpenChangeOrder(facts.history) || findSupportNextAction(facts.history)) return null;
      if (kind === 'project' && !findFirstDownload(facts.history)) return null;
      return isPastSupport(facts, now) && owed <= 0 ? 'close' : null;
    default:
      return null;
  }
}

/** Returns whether included support has ended (term 13); without support, whether the day of delivery is over. */
function isPastSupport({ history, supportDays, timeZone }: OrderSnapshot, now: Temporal.Instant): boolean {
  const delivered = findTransitionTime(history, 'deliver');
  if (!delivered) return false;
  return isAfter(dayOf(now, timeZone), dayOf(delivered, timeZone).add({ days: supportDays }));
}
