import type { IssueContext } from '#features/billing/actions/issue-document.ts';
import type { Transaction } from '#platform/database/database.ts';
import { findOrderForUpdate, type OrderRow } from '../queries/orders.ts';
import { findAutomaticTransition } from '../rules/automatic-transitions.ts';
import { type OrderSnapshot, getOrderSummary } from '../rules/summary.ts';
import { runAutomaticTransitions } from './transition-order.ts';
import { applyAutomaticLateFees } from '../../late-fees/actions.ts';
import { getOrderSnapshot } from './record-transition.ts';
import type { NotificationServices } from './notifications.ts';
import { issueDueSubscriptionInvoices } from '../../subscriptions/actions/invoicing.ts';
import { sendReminders } from '../../reminders/actions.ts';

/**
 * Applies what is due on an order: automatic transitions, subscription invoices, automatic late fees and reminders.
 * Locks the order and is idempotent; missed days are caught up.
 */
export async function processDueOrder(
  tx: Transaction,
  services: NotificationServices,
  issuing: IssueContext,
  orderId: number,
): Promise<void> {
  const found = await readLocked(tx, issuing, orderId);
  // Usually nothing is due, and the order is read only once.
  const moved = found && (await move(tx, issuing, found));
  const charged = moved && (await charge(tx, issuing, moved));
  if (charged) await sendReminders(tx, services, issuing, charged);
}

interface Read {
  readonly order: OrderRow;
  readonly facts: OrderSnapshot;
}

async function readLocked(tx: Transaction, { timeZone }: IssueContext, orderId: number): Promise<Read | null> {
  const order = await findOrderForUpdate(tx, orderId);
  return order && { order, facts: await getOrderSnapshot(tx, order, timeZone) };
}

async function move(tx: Transaction, issuing: IssueContext, read: Read): Promise<Read | null> {
  if (findAutomaticTransition(read.facts, issuing.now) === null) return read;
  await runAutomaticTransitions(tx, issuing, read.order.id);
  return readLocked(tx, issuing, read.order.id);
}

async function charge(tx: Transaction, issuing: IssueContext, read: Read): Promise<Read | null> {
  const { order, facts } = read;
  let documents = await issueDueSubscriptionInvoices(tx, issuing, order, facts.history);
  const isAutomatic =
    facts.figures.lateFeeMode === 'automatic' && getOrderSummary(issuing.now, facts).lateFees.length > 0;
  // A payment awaiting the owner's confirmation may have been on time.
  if (isAutomatic && !facts.hasPaymentInReview) documents += await applyAutomaticLateFees(tx, issuing, order.id);
  return documents === 0 ? read : readLocked(tx, issuing, order.id);
}
