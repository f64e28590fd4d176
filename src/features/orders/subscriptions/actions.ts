import type { IssueContext } from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Party, SubscriptionAction } from '../lifecycle/contract/enums.ts';
import { findOrderForUpdate, insertOrderEvent, type OrderRow } from '../lifecycle/queries/orders.ts';
import { updateSubscription } from '../lifecycle/queries/subscriptions.ts';
import { dayOf } from '#shared/dates.ts';
import { formatOrderEvent } from '../lifecycle/rules/event-messages.ts';
import { getOrderSummary } from '../lifecycle/rules/summary.ts';
import { applySubscriptionAction, findSubscriptionActionBlock } from './rules.ts';
import { runAutomaticTransitions } from '../lifecycle/actions/transition-order.ts';
import { formatReason, getOrderSnapshot } from '../lifecycle/actions/record-transition.ts';
import { notifyParty } from '../lifecycle/actions/notifications.ts';
import { issueDueSubscriptionInvoices } from '../lifecycle/actions/subscription-invoices.ts';

/** `actorId` is null for a client without an account. */
export interface SubscriptionActionRequest {
  readonly orderId: number;
  readonly actor: Party;
  readonly actorId: string | null;
}

const happenings = {
  pause: 'subscription_paused',
  resume: 'subscription_resumed',
  cancel: 'subscription_canceled',
  undo_cancellation: 'subscription_cancellation_undone',
} as const;

/**
 * Pauses invoicing from the next 1st; invoiced periods stay (term 14). Throws CONFLICT if it is paused or has ended.
 */
export function pauseSubscription(
  tx: Transaction,
  issuing: IssueContext,
  request: SubscriptionActionRequest,
): Promise<void> {
  return change(tx, issuing, 'pause', request);
}

/**
 * Resumes today and invoices the rest of the month by days (term 14). Throws CONFLICT if it isn't paused or, for the
 * client, while an invoice is late.
 */
export function resumeSubscription(
  tx: Transaction,
  issuing: IssueContext,
  request: SubscriptionActionRequest,
): Promise<void> {
  return change(tx, issuing, 'resume', request);
}

/**
 * Cancels at the end of the invoiced period; the order closes then, once everything is paid (term 14). Throws CONFLICT
 * if it is already canceled.
 */
export function cancelSubscription(
  tx: Transaction,
  issuing: IssueContext,
  request: SubscriptionActionRequest,
): Promise<void> {
  return change(tx, issuing, 'cancel', request);
}

/** Revokes a cancellation before it takes effect (term 14). Throws CONFLICT if it isn't canceled or has ended. */
export function undoSubscriptionCancellation(
  tx: Transaction,
  issuing: IssueContext,
  request: SubscriptionActionRequest,
): Promise<void> {
  return change(tx, issuing, 'undo_cancellation', request);
}

async function change(
  tx: Transaction,
  issuing: IssueContext,
  name: SubscriptionAction,
  { orderId, actor, actorId }: SubscriptionActionRequest,
): Promise<void> {
  const order = await findOrderForUpdate(tx, orderId);
  if (!order) throw new AppError('NOT_FOUND', 'This order doesn’t exist.');
  // Periods due before the change are invoiced first.
  const before = await getOrderSnapshot(tx, order, issuing.timeZone);
  const caughtUp = await issueDueSubscriptionInvoices(tx, issuing, order, before.history);
  const facts = caughtUp > 0 ? await getOrderSnapshot(tx, order, issuing.timeZone) : before;
  const refusal = findSubscriptionActionBlock(name, actor, facts, issuing.now);
  if (refusal || !facts.subscription)
    throw new AppError('CONFLICT', refusal ? formatReason(refusal) : 'No subscription.');
  const next = applySubscriptionAction(name, dayOf(issuing.now, issuing.timeZone), facts.subscription);
  await updateSubscription(tx, orderId, next);
  const day = { pause: next.pausedFrom, resume: next.nextInvoiceOn, cancel: next.endsOn, undo_cancellation: null }[
    name
  ];
  const entry = { type: happenings[name], transition: null, details: day ? { day: day.toString() } : {} };
  await insertOrderEvent(tx, {
    orderId,
    ...entry,
    actor,
    actorId,
    occurredAt: new Date(issuing.now.epochMilliseconds),
  });
  if (name === 'resume') await issueDueSubscriptionInvoices(tx, issuing, order, facts.history);
  const { nextAction } = getOrderSummary(issuing.now, await getOrderSnapshot(tx, order, issuing.timeZone));
  await tellOtherSide(tx, issuing, order, { actor, news: formatOrderEvent(entry), next: nextAction.message });
  await runAutomaticTransitions(tx, issuing, orderId);
}

/** Notifies the other party of the change and the next step. */
function tellOtherSide(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  { actor, news: message, next: nextStep }: { readonly actor: Party; readonly news: string; readonly next: string },
): Promise<void> {
  const services = { ...issuing, now: () => issuing.now };
  return notifyParty(actor === 'client' ? 'owner' : 'client', tx, services, order, {
    template: 'order_updated',
    props: ({ name, link: url }) => ({
      name,
      url,
      number: order.id,
      title: order.title,
      message,
      nextStep,
      reason: null,
    }),
  });
}
