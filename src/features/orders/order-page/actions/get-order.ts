import { buildDocumentUrl, isPayable, listPayableDocuments } from '#features/billing/index.ts';
import { billingDocumentKinds } from '#features/billing/contract/documents.ts';
import { findClientByEmail, getDocumentClient } from '#features/clients/index.ts';
import { listArrived } from '#features/payments/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { MinorUnits } from '#shared/money.ts';
import { dayOf } from '#shared/dates.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { type OrderStatus, manualTransitions, type Party } from '../../lifecycle/contract/enums.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import type { LineItem, OrderTax } from '../../lifecycle/contract/snapshots.ts';
import { listChangeOrders } from '../../lifecycle/queries/change-orders.ts';
import { type DeliverableRow, listBoughtFiles, listOrderFiles } from '../../lifecycle/queries/files.ts';
import { listOrderTestimonials } from '../../lifecycle/queries/order-testimonials.ts';
import {
  findShowcaseProject,
  listContentItems,
  listOrderEvents,
  listOrderMessages,
} from '../../lifecycle/queries/orders.ts';
import { listSupportRequests } from '../../support/queries.ts';
import { canTransition, getTransitionRule, requiresReason } from '../../lifecycle/rules/transitions.ts';
import { balanceOf } from '../../lifecycle/rules/invoice-schedule.ts';
import { listInstallmentOptions } from '../../lifecycle/rules/prices.ts';
import { formatOrderEvent, formatDelayReason } from '../../lifecycle/rules/event-messages.ts';
import { findRefundReason } from '../../lifecycle/rules/refunds.ts';
import {
  type OrderSnapshot,
  findTransitionBlock,
  formatNextAction,
  type OrderSummary,
  getOrderSummary,
  isDownloadBlocked,
} from '../../lifecycle/rules/summary.ts';
import { findSubscriptionActionBlock } from '../../subscriptions/rules.ts';
import { canReopenSupportRequest, replaySupportRequests } from '../../lifecycle/rules/support.ts';
import { listOrderTaxNotes, listTaxDtos, listTaxesWithin, nameTaxes } from '../../lifecycle/rules/tax.ts';
import { findTestimonialBlock } from '../../lifecycle/rules/testimonial-block.ts';
import { getChangeTaxes } from '../../lifecycle/actions/invoice-parties.ts';
import { createOrderReference, authorizeOrder } from '../../lifecycle/actions/access.ts';
import { listAgreementDtos } from '../../agreements/actions/agreements.ts';
import { findAutomaticCharge, getOrderCardDto } from '../../saved-card/actions.ts';
import { findQuoteLines } from '../../quotes/rules/quote-lines.ts';
import { chooseOptions } from '../../quotes/rules/quotes.ts';
import { isPartOfPrice } from '../../lifecycle/actions/invoiced-parts.ts';
import { getOrderSnapshot } from '../../lifecycle/actions/record-transition.ts';
import { listMilestoneDtos } from './order-milestones.ts';
import { toQuoteDto, toQuoteEventDto } from './order-quote.ts';

/**
 * Returns an order with its related data, as one party sees it. With `asOf`, as it would be at the end of that day in the
 * owner's time zone if nothing else happens. An open quote is returned with the options that have these indexes; unknown
 * ones are ignored. Throws NOT_FOUND, also for orders of others.
 */
export async function getOrderDto(
  context: ApiContext,
  {
    order: reference,
    asOf,
    options = [],
  }: {
    readonly order: string;
    readonly asOf?: string | undefined;
    readonly options?: readonly number[] | undefined;
  },
): Promise<Order> {
  const { db } = context;
  const { order: stored, party } = await authorizeOrder(db, context, reference);
  const isQuote = stored.status === 'quoted' || stored.status === 'expired';
  const quoted = { ...stored, quoteLines: isQuote ? findQuoteLines(stored) : null };
  const order = { ...quoted, ...chooseOptions(quoted, options) };
  const timeZone = await getTimeZone(db);
  const now = asOf === undefined ? context.now() : getEndOfDay(asOf, timeZone);
  const facts = await getOrderSnapshot(db, stored, timeZone);
  const summary = getOrderSummary(now, facts);
  const [
    items,
    files,
    projectFiles,
    messages,
    changes,
    requests,
    documents,
    agreements,
    events,
    projectId,
    [testimonial],
    payments,
    documentClient,
    client,
  ] = await Promise.all([
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
    listOrderTestimonials(db, context, [order.id]),
    listArrived(db, order.id),
    getDocumentClient(db, { name: order.clientName, email: order.clientEmail }, order.billingDetails, 'en'),
    party === 'owner' ? findClientByEmail(db, order.clientEmail) : undefined,
  ]);
  const due = asOf === undefined ? summary.nextPayment?.document : undefined;
  const automaticChargeOn = due && (await findAutomaticCharge(db, context, { id: Number(due.id), orderId: order.id }));
  const pathOf = (number: string) => buildDocumentUrl(context, number).slice(context.siteUrl.length);
  const { kind, title, currency, total, brief, isUrgent, installments, quoteExpiresOn } = order;
  return {
    number: order.id,
    party,
    kind,
    title,
    status: summary.state,
    hasDeposit: order.agreedTerms.settings.depositPercent > 0 && total > 0,
    placedAt: order.createdAt.toISOString(),
    client: { name: order.clientName, email: order.clientEmail },
    billedTo: {
      name: documentClient.name,
      addressLines: documentClient.addressLines,
      taxId: documentClient.taxId,
      isForOrderOnly: order.billingDetails !== null,
    },
    clientRecord: client?.id ?? null,
    isGuest: order.clientId === null,
    guestPath: sellingPaths.order(createOrderReference(context.encryption, order)),
    brief,
    request: order.request && { ...order.request, services: [...order.request.services] },
    offerId: order.offerSnapshot.id,
    boughtProjectId: party === 'owner' ? order.boughtProjectId : null,
    projectId,
    isUrgent,
    features: [...order.offerSnapshot.features],
    currency,
    lineItems: nameTaxes(order.lineItems, order),
    ...toTaxes(listTaxDtos(order)),
    taxNote: listOrderTaxNotes(order).join(' ') || null,
    total,
    installments,
    milestones: await listMilestoneDtos(context, order, documents, pathOf),
    balance: balanceOf(order.total, documents.filter(isPartOfPrice)),
    installmentChoices: party === 'client' ? [...listInstallmentOptions(order, facts)] : [],
    quoteExpiresOn,
    quote: toQuoteDto(order, options, items, events),
    terms: [...order.agreedTerms.texts],
    asOf: asOf ?? null,
    today: asOf ?? dayOf(now, timeZone).toString(),
    timeZone,
    summary: {
      ...toSummaryDto(summary, party, facts, pathOf, automaticChargeOn?.toString() ?? null),
      subscription: toSubscriptionDto(summary, party, facts, now),
    },
    transitions: asOf === undefined ? listTransitions(party, facts, now) : [],
    contentItems: items.map(({ suppliedAt, ...item }) => ({ ...item, suppliedAt: suppliedAt?.toISOString() ?? null })),
    files: [...projectFiles, ...files.map(file => ({ ...file, isOfProject: false }))].map(file =>
      toFileDto(file, reference, party, summary),
    ),
    messages: messages.map(({ sentAt, ...message }) => ({ ...message, sentAt: sentAt.toISOString() })),
    changeOrders: changes.map(({ id, lineItems, total: sum, extraDays, createdAt, isAccepted }) => ({
      id,
      ...toQuotedPrice(lineItems, sum, order.tax),
      extraDays,
      createdAt: createdAt.toISOString(),
      isAccepted,
      isWithdrawn: facts.history.some(it => it.type === 'change_order_withdrawn' && it.changeOrderId === String(id)),
    })),
    changeTaxes:
      party === 'owner' && CAN_CHANGE.has(order.status)
        ? (await getChangeTaxes(db, order, dayOf(now, timeZone).toString())).taxes
        : [],
    supportRequests: toSupportDtos(requests, order.tax, facts, summary),
    billingDocuments: documents.map(document => ({
      ...document,
      amountDue: isPayable(document.kind) && document.owed > 0 ? document.owed : ZERO,
      path: pathOf(document.number),
    })),
    ...(await getOrderCardDto(context, order.id, party === 'client', timeZone)),
    payments: payments.map(({ settledAt, ...payment }) => ({ ...payment, settledAt: settledAt.toISOString() })),
    agreements,
    events: events.map(event => ({
      type: event.type,
      transition: event.transition,
      actor: event.actor,
      reason: event.reason,
      message: formatOrderEvent(event),
      quote: toQuoteEventDto(event),
      occurredAt: event.occurredAt.toISOString(),
    })),
    testimonial: { blockedReason: findTestimonialBlock(summary), current: testimonial?.testimonial ?? null },
  };
}

/** Statuses in which the owner can send a change order (term 11). */
const CAN_CHANGE: ReadonlySet<OrderStatus> = new Set(['in_progress', 'in_review'] as const);

/** Returns the last second of a day, when everything due on it has taken effect. */
function getEndOfDay(day: string, timeZone: string): Temporal.Instant {
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  return next.toZonedDateTime(timeZone).toInstant().subtract({ seconds: 1 });
}

function toSummaryDto(
  summary: OrderSummary,
  party: Party,
  facts: OrderSnapshot,
  pathOf: (number: string) => string,
  automaticChargeOn: string | null,
) {
  const { nextPayment, expected, support, refund, lateFees } = summary;
  return {
    status: summary.state,
    nextAction: {
      by: (party === 'client' && summary.nextAction.clientBy) || summary.nextAction.by,
      message: formatNextAction(summary.nextAction, party),
    },
    hasPaymentInReview: facts.hasPaymentInReview,
    nextPayment: nextPayment && {
      document: nextPayment.document.number,
      amount: nextPayment.amount,
      dueOn: nextPayment.document.dueOn.toString(),
      path: pathOf(nextPayment.document.number),
      automaticChargeOn,
    },
    amountDue: summary.owed,
    expectedDelivery: expected && {
      originalDate: expected.originalDate.toString(),
      date: expected.date.toString(),
      delays: expected.delays.map(delay => ({ days: delay.days, reason: formatDelayReason(delay) })),
    },
    revisions: summary.revisions,
    refund: { isAllowed: refund.allowed, reason: findRefundReason(refund, party) },
    lateFees: lateFees.map(({ document, amount, dueFrom }) => ({
      document: document.number,
      documentId: Number(document.id),
      amount,
      dueFrom: dueFrom.toString(),
    })),
    support: { isIncluded: support.included, until: support.until?.toString() ?? null },
    downloadBlockedReason: facts.kind === 'service' ? null : summary.downloadBlockedReason,
  };
}

/** Returns a subscription with the actions that fit its status. */
function toSubscriptionDto({ subscription }: OrderSummary, party: Party, facts: OrderSnapshot, now: Temporal.Instant) {
  if (!subscription) return null;
  const { status, nextInvoice, pausedFrom, endsOn } = subscription;
  const allowed = {
    active: ['pause', 'cancel'],
    paused: ['resume', 'cancel'],
    cancel_scheduled: ['undo_cancellation'],
    canceled: [],
  } as const;
  return {
    status,
    nextInvoice: nextInvoice && {
      issuesOn: nextInvoice.on.toString(),
      periodStart: nextInvoice.period.from.toString(),
      periodEnd: nextInvoice.period.until.toString(),
      amount: nextInvoice.amount,
    },
    pausedFrom: pausedFrom?.toString() ?? null,
    endsOn: endsOn?.toString() ?? null,
    actions:
      facts.status === 'in_progress'
        ? allowed[status].map(name => ({ name, blockedReason: findSubscriptionActionBlock(name, party, facts, now) }))
        : [],
  };
}

/** Returns the support requests with their current status. */
function toSupportDtos(
  rows: Awaited<ReturnType<typeof listSupportRequests>>,
  tax: OrderTax,
  { history }: OrderSnapshot,
  { support }: OrderSummary,
) {
  const requests = replaySupportRequests(history);
  return rows.flatMap(({ id, body, createdAt, lines, total }) => {
    const request = requests.find(one => one.request === String(id));
    if (!request) return [];
    return {
      id,
      body,
      createdAt: createdAt.toISOString(),
      isIncluded: request.included,
      status: request.state,
      quote: lines && total !== null ? toQuotedPrice(lines, total, tax) : null,
      canReopen: canReopenSupportRequest(request, support),
    };
  });
}

/** Returns the price of an additional quote. */
function toQuotedPrice(lineItems: readonly LineItem[], total: MinorUnits, tax: OrderTax) {
  const price = { lineItems, tax, total };
  return { lineItems: nameTaxes(lineItems, price), ...toTaxes(listTaxesWithin(price)), total };
}

const toTaxes = (taxes: ReturnType<typeof listTaxDtos>) => ({
  tax: taxes.find(({ basisPoints }) => basisPoints > 0) ?? null,
  taxes,
});

/** Statuses in which the owner sees which content or payment is missing before work can start (terms 1 and 9). */
const BEFORE_WORK: ReadonlySet<OrderStatus> = new Set(['agreed', 'deposit_paid'] as const);

/** Returns the viewer's possible transitions, and those that only a payment term blocks. */
function listTransitions(party: Party, facts: OrderSnapshot, now: Temporal.Instant) {
  const isBeforeWork =
    party === 'owner' && getTransitionRule('start_work').kinds.includes(facts.kind) && BEFORE_WORK.has(facts.status);
  return manualTransitions.flatMap(name => {
    const blockedReason = findTransitionBlock(name, party, facts, now);
    const isRelevant = canTransition(name, party, facts) || (name === 'start_work' && isBeforeWork);
    const isShown = blockedReason === null || (blockedReason.term !== null && isRelevant);
    return isShown ? [{ name, requiresReason: requiresReason(name, party), blockedReason }] : [];
  });
}

function toFileDto(file: DeliverableRow, reference: string, party: Party, summary: OrderSummary) {
  return {
    ...file,
    contentItem: file.contentItemPosition,
    uploadedAt: file.uploadedAt.toISOString(),
    downloadPath: isDownloadBlocked(file, party, summary) ? null : sellingPaths.orderFile(reference, file.id),
  };
}
