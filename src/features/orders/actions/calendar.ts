import type { Issuing } from '#features/billing/actions/issue-document.ts';
import type { Transaction } from '#platform/database/database.ts';
import { findOrderLocked, type OrderRow } from '../queries/orders.ts';
import { automaticMove } from '../rules/automatic.ts';
import { type OrderFacts, standingAt } from '../rules/standing.ts';
import { advanceOrder } from './following.ts';
import { applyAutomaticFees } from './late-fees.ts';
import { readFacts } from './moving.ts';
import type { NoticeServices } from './notices.ts';
import { issueDuePeriods } from './periods.ts';
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
  const found = await readLocked(tx, issuing, orderId);
  // Mostly there is nothing to do, and the order is read once.
  const moved = found && (await move(tx, issuing, found));
  const charged = moved && (await charge(tx, issuing, moved));
  if (charged) await sendReminders(tx, services, issuing, charged);
}

interface Read {
  readonly order: OrderRow;
  readonly facts: OrderFacts;
}

async function readLocked(tx: Transaction, { timeZone }: Issuing, orderId: number): Promise<Read | null> {
  const order = await findOrderLocked(tx, orderId);
  return order && { order, facts: await readFacts(tx, order, timeZone) };
}

async function move(tx: Transaction, issuing: Issuing, read: Read): Promise<Read | null> {
  if (automaticMove(read.facts, issuing.now) === null) return read;
  await advanceOrder(tx, issuing, read.order.id);
  return readLocked(tx, issuing, read.order.id);
}

async function charge(tx: Transaction, issuing: Issuing, read: Read): Promise<Read | null> {
  const { order, facts } = read;
  let documents = await issueDuePeriods(tx, issuing, order, facts.history);
  const isAutomatic = facts.figures.lateFees === 'automatic' && standingAt(issuing.now, facts).lateFees.length > 0;
  // A payment that waits for the owner may have been in time.
  if (isAutomatic && !facts.hasPaymentInReview) documents += await applyAutomaticFees(tx, issuing, order.id);
  return documents === 0 ? read : readLocked(tx, issuing, order.id);
}
