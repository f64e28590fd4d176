import { documentAddress } from '#features/billing/actions/document-urls.ts';
import { documentKinds } from '#features/billing/contract/documents.ts';
import { listClaims } from '#features/billing/queries/ledger.ts';
import { asksForPayment } from '#features/billing/rules/documents.ts';
import { listArrived } from '#features/payments/queries/arrived.ts';
import { findTimeZone } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { NOTHING } from '#shared/money-arithmetic.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { type OrderState, plainMoves, type Side } from '../contract/life.ts';
import type { OrderFile } from '../contract/files.ts';
import type { Order, OrderStanding } from '../contract/reading.ts';
import type { OrderTax } from '../contract/snapshots.ts';
import { listChanges } from '../queries/changes.ts';
import { type DeliverableRow, type FileRow, listBoughtFiles, listFiles } from '../queries/files.ts';
import { listMessages } from '../queries/messages.ts';
import { listContentItems, listEvents } from '../queries/orders.ts';
import { findBegunProject } from '../queries/showcase.ts';
import { listSupportRequests } from '../queries/support.ts';
import { findTestimonialOf, type TestimonialRow } from '../queries/testimonials.ts';
import { canMove, moveOf, needsReason } from '../rules/moves.ts';
import { balanceOf } from '../rules/invoicing.ts';
import { installmentChoices } from '../rules/prices.ts';
import { sentenceOf, whyDelayed, whyRefund } from '../rules/sentences.ts';
import { type OrderFacts, refusalOf, type Standing, standingAt } from '../rules/standing.ts';
import { changeRefusal } from '../rules/subscription-changes.ts';
import { canReopen, supportRequestsOf } from '../rules/support.ts';
import { taxOf, taxWithin } from '../rules/taxes.ts';
import { testimonialRefusal } from '../rules/testimonials.ts';
import { linkOf, openOrder } from './access.ts';
import { readAgreements } from './agreements.ts';
import { tellQuote, tellQuoteEvent } from './telling-quotes.ts';
import { readFacts } from './moving.ts';

type ReadingContext = Pick<ApiContext, 'db' | 'actor' | 'sealer' | 'siteUrl' | 'now'>;

/**
 * An order with all that belongs to it, as one of its sides sees it. With `on`, it stands as it would in the evening of
 * that day in the owner's time zone, if nothing else happened until then. Throws NOT_FOUND, as for another's.
 */
export async function readOrder(
  context: ReadingContext,
  { order: reference, on }: { readonly order: string; readonly on?: string | undefined },
): Promise<Order> {
  const { db } = context;
  const { order, side } = await openOrder(db, context, reference);
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const now = on === undefined ? context.now() : eveningOf(on, timeZone);
  const facts = await readFacts(db, order, timeZone);
  const standing = standingAt(now, facts);
  const [items, files, bought, messages, changes, requests, documents, agreements, events, projectId, said, payments] =
    await Promise.all([
      listContentItems(db, order.id),
      listFiles(db, order.id),
      listBoughtFiles(db, order),
      listMessages(db, order.id),
      listChanges(db, order.id),
      listSupportRequests(db, order.id),
      listClaims(db, order.id, documentKinds),
      readAgreements(db, order, reference),
      listEvents(db, order.id),
      side === 'owner' ? findBegunProject(db, order.id) : null,
      findTestimonialOf(db, order.id),
      listArrived(db, order.id),
    ]);
  const pathOf = (number: string) => documentAddress(context, number).slice(context.siteUrl.length);
  const { kind, title, currency, total, brief, isUrgent, installments, quoteUntil } = order;
  return {
    number: order.id,
    side,
    kind,
    title,
    state: standing.state,
    placedAt: order.createdAt.toISOString(),
    client: { name: order.clientName, email: order.clientEmail },
    isByLink: order.clientId === null,
    linkPath: sellingPaths.order(linkOf(context.sealer, order)),
    brief,
    wish: order.wish && { ...order.wish, services: order.wish.services.map(service => ({ ...service })) },
    offerId: order.subject.id,
    boughtProjectId: side === 'owner' ? order.boughtProjectId : null,
    projectId,
    isUrgent,
    features: [...order.subject.features],
    currency,
    lines: order.lines.map(line => ({ ...line })),
    tax: taxOf(order),
    total,
    installments,
    balance: balanceOf(order.total, facts.documents),
    installmentChoices: side === 'client' ? [...installmentChoices(order, facts)] : [],
    quoteUntil,
    quote: tellQuote(order, items, events),
    terms: order.terms.texts.map(term => ({ ...term })),
    on: on ?? null,
    timeZone,
    standing: { ...tellStanding(standing, facts, pathOf), subscription: tellSubscription(standing, side, facts, now) },
    moves: on === undefined ? tellMoves(side, facts, now) : [],
    content: items.map(({ position, label, suppliedAt }) => ({
      position,
      label,
      suppliedAt: suppliedAt?.toISOString() ?? null,
    })),
    files: [...bought, ...files.map(file => ({ ...file, isOfProject: false }))].map(file =>
      tellFile(file, reference, side, standing),
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
      owed: asksForPayment(what) && owed > 0 ? owed : NOTHING,
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
      sentence: sentenceOf(event),
      quote: tellQuoteEvent(event),
      at: event.at.toISOString(),
    })),
    testimonial: { refusal: testimonialRefusal(standing), written: said && tellTestimonial(said) },
  };
}

function tellTestimonial(row: TestimonialRow): Order['testimonial']['written'] {
  const { id, words, name, role, company, state, version, note, writtenAt } = row;
  return { id, words, name, role, company, state, version, note, writtenAt: writtenAt.toISOString() };
}

/** The last second of a day: all that the day brings has come. */
function eveningOf(day: string, timeZone: string): Temporal.Instant {
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  return next.toZonedDateTime(timeZone).toInstant().subtract({ seconds: 1 });
}

function tellStanding(
  standing: Standing,
  facts: OrderFacts,
  pathOf: (number: string) => string,
): Omit<OrderStanding, 'subscription'> {
  const { nextPayment, expected, support, refund, lateFees } = standing;
  return {
    state: standing.state,
    turn: standing.turn,
    nextPayment: nextPayment && {
      document: nextPayment.document.number,
      amount: nextPayment.amount,
      dueOn: nextPayment.document.dueOn.toString(),
      path: pathOf(nextPayment.document.number),
    },
    owed: standing.owed,
    expected: expected && {
      first: expected.first.toString(),
      on: expected.on.toString(),
      delays: expected.delays.map(delay => ({ days: delay.days, why: whyDelayed(delay) })),
    },
    revisions: standing.revisions,
    refund: { allowed: refund.allowed, why: whyRefund(refund) },
    lateFees: lateFees.map(({ document, amount, since }) => ({
      document: document.number,
      documentId: Number(document.id),
      amount,
      since: since.toString(),
    })),
    support: { included: support.included, until: support.until?.toString() ?? null },
    lock: facts.kind === 'service' ? null : standing.lock,
  };
}

/** A subscription, and what whoever asks can change of it: what does not fit where it stands is not told. */
function tellSubscription(
  { subscription }: Standing,
  side: Side,
  facts: OrderFacts,
  now: Temporal.Instant,
): OrderStanding['subscription'] {
  if (!subscription) return null;
  const { phase, nextInvoice, pausedFrom, endsOn } = subscription;
  const fitting = { active: ['pause', 'cancel'], paused: ['resume', 'cancel'], ending: ['keep'], ended: [] } as const;
  return {
    phase,
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
        ? fitting[phase].map(name => ({ name, refusal: changeRefusal(name, side, facts, now) }))
        : [],
  };
}

/** Support that was asked for, with what became of it. */
function tellSupport(
  rows: Awaited<ReturnType<typeof listSupportRequests>>,
  tax: OrderTax,
  { history }: OrderFacts,
  { support }: Standing,
): Order['supportRequests'] {
  const requests = supportRequestsOf(history);
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
    return [{ id, body, askedAt, included, state, quote, canReopen: canReopen(request, support) }];
  });
}

/** What the owner waits for before work starts: until then it is told what is missing (terms 1 and 9). */
const BEFORE_WORK: ReadonlySet<OrderState> = new Set(['agreed', 'deposit_paid'] as const);

/** What can be done now, and what a payment term keeps whoever asks from, where it would else be their turn. */
function tellMoves(side: Side, facts: OrderFacts, now: Temporal.Instant): Order['moves'] {
  return plainMoves.flatMap(name => {
    const refusal = refusalOf(name, side, facts, now);
    const isNear = canMove(name, side, facts) || (name === 'start' && isBeforeWork(side, facts));
    const isTold = refusal === null || (refusal.term !== null && isNear);
    return isTold ? [{ name, needsReason: needsReason(name, side), refusal }] : [];
  });
}

function isBeforeWork(side: Side, { kind, state }: OrderFacts): boolean {
  return side === 'owner' && moveOf('start').kinds.includes(kind) && BEFORE_WORK.has(state);
}

/** The client has what is delivered only once everything is paid (term 12). */
export function isLocked(file: Pick<FileRow, 'purpose'>, side: Side, standing: Pick<Standing, 'lock'>): boolean {
  return side === 'client' && file.purpose === 'deliverable' && standing.lock !== null;
}

function tellFile(file: DeliverableRow, reference: string, side: Side, standing: Standing): OrderFile {
  const { id, purpose, item, name, bytes, sender, sentAt, isOfProject } = file;
  const path = isLocked(file, side, standing) ? null : sellingPaths.orderFile(reference, id);
  return { id, purpose, item, name, bytes, sender, sentAt: sentAt.toISOString(), path, isOfProject };
}
