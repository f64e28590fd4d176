import { buildDocumentUrl } from '#features/billing/actions/document-urls.ts';
import { billingDocumentKinds } from '#features/billing/contract/documents.ts';
import { listPayableDocuments } from '#features/billing/queries/ledger.ts';
import { isPayable } from '#features/billing/rules/documents.ts';
import { listArrived } from '#features/payments/queries/arrived.ts';
import { findTimeZone } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { type OrderStatus, manualTransitions, type Party } from '../../lifecycle/contract/enums.ts';
import type { OrderFile } from '../../files/contract.ts';
import type { Order, OrderSummaryDto } from '../contract.ts';
import type { OrderTax } from '../../lifecycle/contract/snapshots.ts';
import { listChangeOrders } from '../../revisions/queries.ts';
import {
  type DeliverableRow,
  type OrderFileRow,
  listBoughtFiles,
  listOrderFiles,
} from '../../lifecycle/queries/files.ts';
import { listOrderMessages } from '../../lifecycle/queries/messages.ts';
import { listContentItems, listOrderEvents } from '../../lifecycle/queries/orders.ts';
import { findShowcaseProject } from '../../showcase/queries.ts';
import { listSupportRequests } from '../../support/queries.ts';
import { findTestimonialByOrder, type TestimonialRow } from '../../testimonials/queries.ts';
import { canTransition, getTransitionRule, requiresReason } from '../../lifecycle/rules/transitions.ts';
import { balanceOf } from '../../lifecycle/rules/invoice-schedule.ts';
import { listInstallmentOptions } from '../../lifecycle/rules/prices.ts';
import { formatOrderEvent, formatDelayReason, findRefundReason } from '../../lifecycle/rules/event-messages.ts';
import {
  type OrderSnapshot,
  findTransitionBlock,
  type OrderSummary,
  getOrderSummary,
} from '../../lifecycle/rules/summary.ts';
import { findSubscriptionActionBlock } from '../../subscriptions/rules.ts';
import { canReopenSupportRequest, replaySupportRequests } from '../../lifecycle/rules/support.ts';
import { toTaxDto, taxWithin } from '../../lifecycle/rules/tax.ts';
import { findTestimonialBlock } from '../../testimonials/rules/testimonials.ts';
import { createOrderReference, authorizeOrder } from '../../lifecycle/actions/access.ts';
import { listAgreementDtos } from '../../agreements/actions/agreements.ts';
import { toQuoteDto, toQuoteEventDto } from '../../quotes/actions/to-quote-dto.ts';
import { getOrderSnapshot } from '../../lifecycle/actions/record-transition.ts';

type ReadingContext = Pick<ApiContext, 'db' | 'actor' | 'encryption' | 'siteUrl' | 'now'>;

/**
 * Returns an order with its related data, as one party sees it. With `on`, as it would be at the end of that day in the
 * owner's time zone if nothing else happens. Throws NOT_FOUND, also for orders of others.
 */
export async function getOrderDto(
  context: ReadingContext,
  { order: reference, on }: { readonly order: string; readonly on?: string | undefined },
): Promise<Order> {
  const { db } = context;
  const { order, party } = await authorizeOrder(db, context, reference);
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const now = on === undefined ? context.now() : eveningOf(on, timeZone);
  const facts = await getOrderSnapshot(db, order, timeZone);
  const standing = getOrderSummary(now, facts);
  const [items, files, bought, messages, changes, requests, documents, agreements, events, projectId, said, payments] =
    await Promise.all([
      listContentItems(db, order.id),
      listOrderFiles(db, order.id),
      listBoughtFiles(db, order),
      listOrderMessages(db, order.id),
      listChangeOrders(db, order.id),
      listSupportRequests(db, order.id),
      listPayableDocuments(db, order.id, billingDocumentKinds),
      listAgreementDtos(db, order, reference),
      listOrderEvents(db, order.id),
      party === 'owner' ? findShowcaseProject(db, order.id) : null,
      findTestimonialByOrder(db, order.id),
      listArrived(db, order.id),
    ]);
  const pathOf = (number: string) => buildDocumentUrl(context, number).slice(context.siteUrl.length);
  const { kind, title, currency, total, brief, isUrgent, installments, quoteUntil } = order;
  return {
    number: order.id,
    side: party,
    kind,
    title,
    state: standing.state,
    placedAt: order.createdAt.toISOString(),
    client: { name: order.clientName, email: order.clientEmail },
    isByLink: order.clientId === null,
    linkPath: sellingPaths.order(createOrderReference(context.encryption, order)),
    brief,
    wish: order.wish && { ...order.wish, services: order.wish.services.map(service => ({ ...service })) },
    offerId: order.subject.id,
    boughtProjectId: party === 'owner' ? order.boughtProjectId : null,
    projectId,
    isUrgent,
    features: [...order.subject.features],
    currency,
    lines: order.lines.map(line => ({ ...line })),
    tax: toTaxDto(order),
    total,
    installments,
    balance: balanceOf(order.total, facts.documents),
    installmentChoices: party === 'client' ? [...listInstallmentOptions(order, facts)] : [],
    quoteUntil,
    quote: toQuoteDto(order, items, events),
    terms: order.terms.texts.map(term => ({ ...term })),
    on: on ?? null,
    timeZone,
    standing: { ...tellStanding(standing, facts, pathOf), subscription: tellSubscription(standing, party, facts, now) },
    moves: on === undefined ? tellMoves(party, facts, now) : [],
    content: items.map(({ position, label, suppliedAt }) => ({
      position,
      label,
      suppliedAt: suppliedAt?.toISOString() ?? null,
    })),
    files: [...bought, ...files.map(file => ({ ...file, isOfProject: false }))].map(file =>
      tellFile(file, reference, party, standing),
    ),
    messages: messages.map(({ sender, senderName, body, sentAt }) => ({
      sender,
      senderName,
      body,
      sentAt: sentAt.toISOString(),
    })),
    changes: changes.map(({ id, lines, total: sum, days, createdAt, accepted }) => ({
      id,
      tax: taxWithin({ lines, tax: order.tax, total: sum }),
      lines: lines.map(({ description, amount }) => ({ description, amount })),
      total: sum,
      days,
      createdAt: createdAt.toISOString(),
      accepted,
    })),
    supportRequests: tellSupport(requests, order.tax, facts, standing),
    documents: documents.map(({ id, number, kind: what, issuedOn, dueOn, total: sum, owed, lateFee }) => ({
      id,
      number,
      kind: what,
      issuedOn,
      dueOn,
      total: sum,
      owed: isPayable(what) && owed > 0 ? owed : ZERO,
      path: pathOf(number),
      lateFee,
    })),
    payments: payments.map(({ settledAt, ...payment }) => ({ ...payment, settledAt: settledAt.toISOString() })),
    agreements,
    events: events.map(event => ({
      what: event.what,
      move: event.move,
      actor: event.actor,
      reason: event.reason,
      sentence: formatOrderEvent(event),
      quote: toQuoteEventDto(event),
      at: event.at.toISOString(),
    })),
    testimonial: { refusal: findTestimonialBlock(standing), written: said && tellTestimonial(said) },
  };
}

function tellTestimonial(row: TestimonialRow): Order['testimonial']['written'] {
  const { id, words, name, role, company, state, version, note, writtenAt } = row;
  return { id, words, name, role, company, state, version, note, writtenAt: writtenAt.toISOString() };
}

/** Returns the last second of a day, when everything due on it has taken effect. */
function eveningOf(day: string, timeZone: string): Temporal.Instant {
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  return next.toZonedDateTime(timeZone).toInstant().subtract({ seconds: 1 });
}

function tellStanding(
  standing: OrderSummary,
  facts: OrderSnapshot,
  pathOf: (number: string) => string,
): Omit<OrderSummaryDto, 'subscription'> {
  const { nextPayment, expected, support, refund, lateFees } = standing;
  return {
    state: standing.state,
    turn: standing.nextAction,
    nextPayment: nextPayment && {
      document: nextPayment.document.number,
      amount: nextPayment.amount,
      dueOn: nextPayment.document.dueOn.toString(),
      path: pathOf(nextPayment.document.number),
    },
    owed: standing.owed,
    expected: expected && {
      first: expected.originalDate.toString(),
      on: expected.date.toString(),
      delays: expected.delays.map(delay => ({ days: delay.days, why: formatDelayReason(delay) })),
    },
    revisions: standing.revisions,
    refund: { allowed: refund.allowed, why: findRefundReason(refund) },
    lateFees: lateFees.map(({ document, amount, dueFrom }) => ({
      document: document.number,
      documentId: Number(document.id),
      amount,
      since: dueFrom.toString(),
    })),
    support: { included: support.included, until: support.until?.toString() ?? null },
    lock: facts.kind === 'service' ? null : standing.downloadBlockedReason,
  };
}

/** Returns a subscription with the actions that fit its status. */
function tellSubscription(
  { subscription }: OrderSummary,
  side: Party,
  facts: OrderSnapshot,
  now: Temporal.Instant,
): OrderSummaryDto['subscription'] {
  if (!subscription) return null;
  const { status, nextInvoice, pausedFrom, endsOn } = subscription;
  const fitting = { active: ['pause', 'cancel'], paused: ['resume', 'cancel'], ending: ['keep'], ended: [] } as const;
  return {
    phase: status,
    nextInvoice: nextInvoice && {
      on: nextInvoice.on.toString(),
      from: nextInvoice.period.from.toString(),
      until: nextInvoice.period.until.toString(),
      amount: nextInvoice.amount,
    },
    pausedFrom: pausedFrom?.toString() ?? null,
    endsOn: endsOn?.toString() ?? null,
    changes:
      facts.state === 'in_progress'
        ? fitting[status].map(name => ({ name, refusal: findSubscriptionActionBlock(name, side, facts, now) }))
        : [],
  };
}

/** Returns the support requests with their current status. */
function tellSupport(
  rows: Awaited<ReturnType<typeof listSupportRequests>>,
  tax: OrderTax,
  { history }: OrderSnapshot,
  { support }: OrderSummary,
): Order['supportRequests'] {
  const requests = replaySupportRequests(history);
  return rows.flatMap(({ id, body, createdAt, lines, total }) => {
    const request = requests.find(one => one.request === String(id));
    if (!request) return [];
    const { included, state } = request;
    const quote =
      lines && total !== null
        ? {
            lines: lines.map(({ description, amount }) => ({ description, amount })),
            tax: taxWithin({ lines, tax, total }),
            total,
          }
        : null;
    const askedAt = createdAt.toISOString();
    return [{ id, body, askedAt, included, state, quote, canReopen: canReopenSupportRequest(request, support) }];
  });
}

/** Statuses in which the owner sees what is missing before work can start (terms 1 and 9). */
const BEFORE_WORK: ReadonlySet<OrderStatus> = new Set(['agreed', 'deposit_paid'] as const);

/** Returns the viewer's possible transitions, and those that only a payment term blocks. */
function tellMoves(side: Party, facts: OrderSnapshot, now: Temporal.Instant): Order['moves'] {
  return manualTransitions.flatMap(name => {
    const refusal = findTransitionBlock(name, side, facts, now);
    const isNear = canTransition(name, side, facts) || (name === 'start' && isBeforeWork(side, facts));
    const isTold = refusal === null || (refusal.term !== null && isNear);
    return isTold ? [{ name, needsReason: requiresReason(name, side), refusal }] : [];
  });
}

function isBeforeWork(side: Party, { kind, state }: OrderSnapshot): boolean {
  return side === 'owner' && getTransitionRule('start').kinds.includes(kind) && BEFORE_WORK.has(state);
}

/** Clients can download deliverables only once everything is paid (term 12). */
export function isDownloadBlocked(
  file: Pick<OrderFileRow, 'purpose'>,
  side: Party,
  standing: Pick<OrderSummary, 'downloadBlockedReason'>,
): boolean {
  return side === 'client' && file.purpose === 'deliverable' && standing.downloadBlockedReason !== null;
}

function tellFile(file: DeliverableRow, reference: string, side: Party, standing: OrderSummary): OrderFile {
  const { id, purpose, item, name, bytes, sender, sentAt, isOfProject } = file;
  const path = isDownloadBlocked(file, side, standing) ? null : sellingPaths.orderFile(reference, id);
  return { id, purpose, item, name, bytes, sender, sentAt: sentAt.toISOString(), path, isOfProject };
}
