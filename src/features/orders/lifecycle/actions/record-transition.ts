import { type PayableDocument, listPayableDocuments, payableKinds } from '#features/billing/index.ts';
import { listWaitingPaymentStatuses } from '#features/payments/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { EventActor, OrderTransition } from '../contract/enums.ts';
import type { Reason } from '../contract/order.ts';
import type { OrderEventDetails } from '../contract/snapshots.ts';
import {
  getOrderForUpdate,
  insertOrderEvent,
  listContentItems,
  listOrderEvents,
  type OrderRow,
  updateOrderStatus,
} from '../queries/orders.ts';
import { listSupportInvoices } from '../queries/change-orders.ts';
import { listDeliverables } from '../queries/files.ts';
import { findSubscription } from '../queries/subscriptions.ts';
import { dayOf, maxDate } from '#shared/dates.ts';
import { parseOrderEvent } from '../rules/events.ts';
import { getTransitionRule, requiresReason } from '../rules/transitions.ts';
import { type OrderSnapshot, findTransitionBlock } from '../rules/summary.ts';
import { URGENT_DELIVERY_DAYS } from '../rules/expected-delivery.ts';

/** Collects the facts about an order; `timeZone` is the owner's (IANA name), used for all days. */
export async function getOrderSnapshot(db: Db, order: OrderRow, timeZone: string): Promise<OrderSnapshot> {
  // Sequentially, because a transaction has a single connection.
  const events = await listOrderEvents(db, order.id);
  const items = await listContentItems(db, order.id);
  const documents = await listPayableDocuments(db, order.id, payableKinds);
  const support = new Set(await listSupportInvoices(db, order.id));
  const waiting = await listWaitingPaymentStatuses(db, order.id);
  const { kind, status, agreedTerms, offerSnapshot, quoteExpiresOn } = order;
  return {
    kind,
    status,
    settings: agreedTerms.settings,
    total: order.total,
    timeZone,
    history: events.map(parseOrderEvent),
    content: items.map(({ label, suppliedAt }) => ({ label, isSupplied: suppliedAt !== null })),
    deliveryDays: order.isUrgent ? URGENT_DELIVERY_DAYS : offerSnapshot.deliveryDays,
    supportDays: offerSnapshot.supportDays,
    quoteUntil: quoteExpiresOn === null ? null : Temporal.PlainDate.from(quoteExpiresOn),
    documents: documents.map(document => ({
      id: String(document.id),
      number: document.number,
      total: document.total,
      amountSettled: document.settled,
      held: document.held,
      issuedOn: Temporal.PlainDate.from(document.issuedOn),
      dueOn: getDueDate(document, timeZone),
      isBalance: document.kind === 'balance_invoice',
      isInstallment: document.kind === 'installment_invoice',
      isLateFee: document.kind === 'late_fee_invoice',
      isSupport: support.has(document.id) || (document.referenceId !== null && support.has(document.referenceId)),
      lateFee: document.lateFee,
    })),
    hasPaymentInReview: waiting.length > 0,
    isPaymentProcessing: waiting.length > 0 && !waiting.includes('in_review'),
    hasFiles: kind === 'project' && (await listDeliverables(db, order)).length > 0,
    subscription: kind === 'service' ? await findSubscription(db, order.id) : null,
  };
}

/** Locks an order until the transaction ends, and returns it with its snapshot. Throws NOT_FOUND. */
export async function getLockedOrder(tx: Transaction, { timeZone }: { readonly timeZone: string }, orderId: number) {
  const order = await getOrderForUpdate(tx, orderId);
  return { order, facts: await getOrderSnapshot(tx, order, timeZone) };
}

/** An invoice that was paid on time is due again only from the day a refund reopened it. */
function getDueDate({ issuedOn, dueOn, owed, owedAgainAt }: PayableDocument, timeZone: string): Temporal.PlainDate {
  const printed = Temporal.PlainDate.from(dueOn ?? issuedOn);
  if (owed <= 0 || owedAgainAt === null) return printed;
  return maxDate(printed, dayOf(Temporal.Instant.fromEpochMilliseconds(owedAgainAt.getTime()), timeZone));
}

export interface TransitionRequest {
  readonly orderId: number;
  readonly transition: OrderTransition;
  readonly actor: EventActor;
  /** Account of the person; null for the site, and for a client without an account. */
  readonly actorId: string | null;
  readonly reason?: string;
  /** Details for the history entry. */
  readonly details?: OrderEventDetails;
}

/**
 * Makes a transition and records it in the history. Locks the order, so a concurrent attempt sees the new status.
 * Throws NOT_FOUND, CONFLICT if the order or a payment term forbids it, and UNPROCESSABLE if a reason is missing.
 */
export async function recordTransition(
  tx: Transaction,
  { now, timeZone }: { readonly now: Temporal.Instant; readonly timeZone: string },
  request: TransitionRequest,
): Promise<OrderRow> {
  const { orderId, transition, actor, actorId, reason, details = {} } = request;
  const { order, facts } = await getLockedOrder(tx, { timeZone }, orderId);
  const block = findTransitionBlock(transition, actor, facts, now);
  if (block) throw new AppError('CONFLICT', formatReason(block));
  if (requiresReason(transition, actor) && !reason?.trim()) {
    const reasonMissing = 'Enter a reason. The client can read it.';
    throw new AppError('UNPROCESSABLE', reasonMissing, { reason: reasonMissing });
  }
  const { from, to } = getTransitionRule(transition);
  const occurredAt = toDate(now);
  if (!(await updateOrderStatus(tx, order.id, { from, to, at: occurredAt }))) {
    throw new AppError('CONFLICT', 'This order has changed. Reload the page to see the latest version.');
  }
  const change = { type: 'transitioned', transition, fromStatus: order.status, toStatus: to } as const;
  const event = { orderId, ...change, actor, actorId, reason: reason?.trim() || null, details };
  await insertOrderEvent(tx, { now }, event);
  return { ...order, status: to, updatedAt: occurredAt };
}

/** Formats a reason as a sentence that names its payment term. */
export function formatReason({ message, term }: Reason): string {
  return term === null ? message : `${message} (Payment term ${term}.)`;
}
