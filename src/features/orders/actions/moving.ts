import { type Claimed, listClaims } from '#features/billing/queries/ledger.ts';
import { hasPaymentInReview } from '#features/payments/queries/payments.ts';
import { claimKinds } from '#features/billing/rules/documents.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor, MoveName } from '../contract/life.ts';
import type { EventDetails } from '../contract/snapshots.ts';
import {
  findOrderLocked,
  insertEvent,
  listContentItems,
  listEvents,
  type OrderRow,
  updateState,
} from '../queries/orders.ts';
import { listDeliverables } from '../queries/files.ts';
import { findSubscription } from '../queries/subscriptions.ts';
import { listSupportInvoices } from '../queries/support.ts';
import { dayOf, laterOf } from '../rules/calendar.ts';
import { happeningOf } from '../rules/log.ts';
import { moveOf, needsReason } from '../rules/moves.ts';
import { type OrderFacts, refusalOf, type Why } from '../rules/standing.ts';
import { URGENT_DAYS } from '../rules/waiting.ts';

/** All that is known of an order; `timeZone` is the owner's (IANA name), in whose days it is reckoned. */
export async function readFacts(db: Db, order: OrderRow, timeZone: string): Promise<OrderFacts> {
  // One after the other, since in a transaction there is one connection.
  const events = await listEvents(db, order.id);
  const items = await listContentItems(db, order.id);
  const claims = await listClaims(db, order.id, claimKinds);
  const support = new Set(await listSupportInvoices(db, order.id));
  const { kind, state, terms, subject, quoteUntil } = order;
  return {
    kind,
    state,
    figures: terms.figures,
    timeZone,
    history: events.map(happeningOf),
    content: items.map(({ label, suppliedAt }) => ({ label, isThere: suppliedAt !== null })),
    deliveryDays: order.isUrgent ? URGENT_DAYS : subject.deliveryDays,
    supportDays: subject.supportDays,
    quoteUntil: quoteUntil === null ? null : Temporal.PlainDate.from(quoteUntil),
    documents: claims.map(claim => ({
      id: String(claim.id),
      number: claim.number,
      total: claim.total,
      settled: claim.settled,
      held: claim.held,
      issuedOn: Temporal.PlainDate.from(claim.issuedOn),
      dueOn: dueDayOf(claim, timeZone),
      isBalance: claim.kind === 'balance invoice',
      isInstallment: claim.kind === 'installment invoice',
      isLateFee: claim.kind === 'late fee invoice',
      isSupport: support.has(claim.id) || (claim.referenceId !== null && support.has(claim.referenceId)),
      lateFee: claim.lateFee,
    })),
    hasPaymentInReview: await hasPaymentInReview(db, order.id),
    hasFiles: kind === 'project' && (await listDeliverables(db, order)).length > 0,
    subscription: kind === 'service' ? await findSubscription(db, order.id) : null,
  };
}

/** Nobody is late with what was paid in time: after a refund it is due on the day it was owed again. */
function dueDayOf({ issuedOn, dueOn, owed, owedAgainAt }: Claimed, timeZone: string): Temporal.PlainDate {
  const printed = Temporal.PlainDate.from(dueOn ?? issuedOn);
  if (owed <= 0 || owedAgainAt === null) return printed;
  return laterOf(printed, dayOf(Temporal.Instant.fromEpochMilliseconds(owedAgainAt.getTime()), timeZone));
}

/** Who makes a move, and why. */
export interface MoveRequest {
  readonly orderId: number;
  readonly move: MoveName;
  readonly actor: Actor;
  /** The account of whoever makes it; null for the site, and for a client without one. */
  readonly actorId: string | null;
  readonly reason?: string;
  /** What the log says of it besides. */
  readonly details?: EventDetails;
}

/**
 * Moves an order on, and writes who did it, when and why. Whoever tries at the same moment waits, and finds it moved.
 * Refused with NOT_FOUND, with CONFLICT where the order or a payment term does not allow it, and with UNPROCESSABLE
 * where a reason is missing.
 */
export async function moveOrder(
  tx: Transaction,
  { now, timeZone }: { readonly now: Temporal.Instant; readonly timeZone: string },
  request: MoveRequest,
): Promise<OrderRow> {
  const { orderId, move, actor, actorId, reason, details = {} } = request;
  const order = await findOrderLocked(tx, orderId);
  if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
  const refusal = refusalOf(move, actor, await readFacts(tx, order, timeZone), now);
  if (refusal) throw new AppError('CONFLICT', inWords(refusal));
  if (needsReason(move, actor) && !reason?.trim()) {
    throw new AppError('UNPROCESSABLE', 'Say why.', { reason: 'Say why, so that the client can read it.' });
  }
  const { from, to } = moveOf(move);
  const at = new Date(now.epochMilliseconds);
  if (!(await updateState(tx, order.id, { from, to, at }))) {
    throw new AppError('CONFLICT', 'The order has moved on meanwhile. Look at it again.');
  }
  await insertEvent(tx, {
    orderId: order.id,
    what: 'moved',
    move,
    fromState: order.state,
    toState: to,
    actor,
    actorId,
    reason: reason?.trim() || null,
    details,
    at,
  });
  return { ...order, state: to, updatedAt: at };
}

/** A refusal as a sentence that names its payment term. */
export function inWords({ sentence, term }: Why): string {
  return term === null ? sentence : `${sentence} (Payment term ${term}.)`;
}
