import { createIssueContext, type IssueContext, type IssueServices } from '#features/billing/index.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Log } from '#platform/log.ts';
import { findAutomaticTransition } from './lifecycle/rules/automatic-transitions.ts';
import { getOrderSummary } from './lifecycle/rules/summary.ts';
import { runAutomaticTransitions } from './lifecycle/actions/transition-order.ts';
import { applyAutomaticLateFees } from './late-fees/actions.ts';
import { getLockedOrder } from './lifecycle/actions/record-transition.ts';
import { issueDueMilestones } from './lifecycle/actions/milestones.ts';
import { issueDueSubscriptionInvoices } from './lifecycle/actions/subscription-invoices.ts';
import { chargeDueInvoices, removeUnneededCards } from './saved-card/actions.ts';
import { sendManualInvoiceReminders, sendReminders } from './reminders/actions.ts';
import { getReminderSchedule } from './reminders/queries.ts';
import type { DatedSchedule } from './reminders/rules.ts';
import type { NotificationServices } from './lifecycle/actions/notifications.ts';
import { refreshAllTurns } from './lifecycle/actions/next-actor.ts';
import { listOrdersToProcess } from './lifecycle/queries/due-orders.ts';
import { insertEndedTurns } from './lifecycle/queries/next-actor.ts';
import { dayOf } from '#shared/dates.ts';

interface OrderJobServices extends NotificationServices, IssueServices {
  readonly db: Database;
  readonly log: Log;
}

/** Processes every order that is due, one transaction each; a failure doesn't stop the others. */
export async function processDueOrders(services: OrderJobServices): Promise<void> {
  const { db, log } = services;
  const issuing = await createIssueContext(db, services);
  const now = toDate(issuing.now);
  const today = dayOf(issuing.now, issuing.timeZone).toString();
  const schedule = await getReminderSchedule(db);
  let after = 0;
  for (;;) {
    const orderIds = await listOrdersToProcess(db, { now, today, after });
    for (const orderId of orderIds) {
      try {
        await db.transaction(tx => processDueOrder(tx, services, issuing, { orderId, schedule }));
      } catch (err) {
        log.error({ err, order: orderId }, 'due changes of an order not applied');
      }
    }
    const last = orderIds.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await sendManualInvoiceReminders(services, issuing, schedule).catch((err: unknown) => {
    log.error({ err }, 'reminders of invoices not sent');
  });
  await removeUnneededCards(services);
  await insertEndedTurns(db, today);
  await refreshAllTurns(services);
}

/**
 * Runs the due steps of an order: automatic transitions, invoices of subscriptions and milestones, charges of the saved
 * card, automatic late fees and reminders. Locks the order and is idempotent; missed days are caught up.
 */
async function processDueOrder(
  tx: Transaction,
  services: NotificationServices,
  issuing: IssueContext,
  { orderId, schedule }: { readonly orderId: number; readonly schedule: DatedSchedule },
): Promise<void> {
  // Usually nothing is due, so the order is read only once.
  let { order, facts } = await getLockedOrder(tx, issuing, orderId);
  if (findAutomaticTransition(facts, issuing.now) !== null) {
    await runAutomaticTransitions(tx, issuing, orderId);
    ({ order, facts } = await getLockedOrder(tx, issuing, orderId));
  }
  let documents = await issueDueSubscriptionInvoices(tx, issuing, order);
  documents += await issueDueMilestones(tx, issuing, order);
  const charged = await chargeDueInvoices(tx, issuing, order);
  const isAutomatic =
    facts.settings.lateFeeMode === 'automatic' && getOrderSummary(issuing.now, facts).lateFees.length > 0;
  // A payment that waits for its confirmation may have been on time.
  if (isAutomatic && !facts.hasPaymentInReview) documents += await applyAutomaticLateFees(tx, issuing, orderId);
  if (documents > 0) ({ order, facts } = await getLockedOrder(tx, issuing, orderId));
  // The client doesn't have to pay invoices that their card is charged for.
  const unpaid = facts.documents.filter(({ id }) => !charged.has(id));
  await sendReminders(tx, services, issuing, { order, facts: { ...facts, documents: unpaid }, schedule });
}
