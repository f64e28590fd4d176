import type { Issuing } from '#features/billing/actions/issuing.ts';
import type { Transaction } from '#platform/database/database.ts';
import { findOrderLocked } from '../queries/orders.ts';
import { advanceOrder } from './following.ts';
import { applyAutomaticFees } from './late-fees.ts';
import { readFacts } from './moving.ts';
import { issueDuePeriods } from './periods.ts';
import type { NoticeServices } from './notices.ts';
import { sendReminders } from './reminders.ts';

/**
 * Does with an order what its days ask for: the moves that the site makes by itself, a subscription's invoices, late fees
 * where they are automatic, and reminders. Whoever runs it at the same moment waits, and finds nothing left to do; so
 * does a repeated run. Days that were missed are caught up.
 */
export async function bringUpToDate(
  tx: Transaction,
  services: NoticeServices,
  issuing: Issuing,
  orderId: number,
): Promise<void> {
  if (!(await findOrderLocked(tx, orderId))) return;
  await advanceOrder(tx, issuing, orderId);
  const order = await findOrderLocked(tx, orderId);
  if (!order) return;
  const { history, hasPaymentInReview } = await readFacts(tx, order, issuing.timeZone);
  await issueDuePeriods(tx, issuing, order, history);
  const isAutomatic = order.terms.figures.lateFees === 'automatic';
  // A payment that waits for the owner may have been in time.
  if (isAutomatic && !hasPaymentInReview) await applyAutomaticFees(tx, issuing, orderId);
  await sendReminders(tx, services, issuing, order);
}
