import type { IssueContext } from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Party, SubscriptionAction } from '../lifecycle/contract/enums.ts';
import { insertOrderEvent } from '../lifecycle/queries/orders.ts';
import { updateSubscription } from '../lifecycle/queries/subscriptions.ts';
import { dayOf } from '#shared/dates.ts';
import { formatOrderEvent } from '../lifecycle/rules/event-messages.ts';
import { formatNextAction, getOrderSummary } from '../lifecycle/rules/summary.ts';
import { applySubscriptionAction, findSubscriptionActionBlock } from './rules.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { runAutomaticTransitions } from '../lifecycle/actions/transition-order.ts';
import { formatReason, getLockedOrder, getOrderSnapshot } from '../lifecycle/actions/record-transition.ts';
import { notifyOrderUpdate } from '../lifecycle/actions/notifications.ts';
import { issueDueSubscriptionInvoices } from '../lifecycle/actions/subscription-invoices.ts';

const eventTypes = {
  pause: 'subscription_paused',
  resume: 'subscription_resumed',
  cancel: 'subscription_canceled',
  undo_cancellation: 'subscription_cancellation_undone',
} as const;

/**
 * Pauses invoicing from the next 1st, resumes today, cancels at the end of the invoiced period, or undoes that (term
 * 14). Throws CONFLICT if the action doesn't fit the subscription's status. `actorId` is null without an account.
 */
export async function changeSubscription(
  tx: Transaction,
  issuing: IssueContext,
  {
    orderId,
    actorId,
    party: actor,
    action,
  }: OrderActor & {
    readonly party: Party;
    readonly action: SubscriptionAction;
  },
): Promise<void> {
  const { order, facts: before } = await getLockedOrder(tx, issuing, orderId);
  // Periods due before the change are invoiced first.
  const caughtUp = await issueDueSubscriptionInvoices(tx, issuing, order);
  const facts = caughtUp > 0 ? await getOrderSnapshot(tx, order, issuing.timeZone) : before;
  const block = findSubscriptionActionBlock(action, actor, facts, issuing.now);
  if (block || !facts.subscription)
    throw new AppError('CONFLICT', block ? formatReason(block) : 'This order has no subscription.');
  const next = applySubscriptionAction(action, dayOf(issuing.now, issuing.timeZone), facts.subscription);
  await updateSubscription(tx, orderId, next);
  const days = { pause: next.pausedFrom, resume: next.nextInvoiceOn, cancel: next.endsOn, undo_cancellation: null };
  const day = days[action];
  const entry = { type: eventTypes[action], transition: null, details: day ? { day: day.toString() } : {} };
  await insertOrderEvent(tx, issuing, { orderId, ...entry, actor, actorId });
  if (action === 'resume') await issueDueSubscriptionInvoices(tx, issuing, order);
  const { nextAction } = getOrderSummary(issuing.now, await getOrderSnapshot(tx, order, issuing.timeZone));
  const recipient = actor === 'client' ? 'owner' : 'client';
  await notifyOrderUpdate(recipient, tx, issuing, order, {
    message: formatOrderEvent(entry),
    nextStep: formatNextAction(nextAction, recipient),
  });
  await runAutomaticTransitions(tx, issuing, orderId);
}
