import { issueDocument, type IssueContext } from '#features/billing/index.ts';
import { getInvoiceParties } from '../lifecycle/actions/invoice-parties.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { Party, SupportStatus } from '../lifecycle/contract/enums.ts';
import type { OrderEventDetails } from '../lifecycle/contract/snapshots.ts';
import { insertChangeOrder, updateQuoteAnswer } from '../lifecycle/queries/change-orders.ts';
import { insertOrderEvent, type OrderRow } from '../lifecycle/queries/orders.ts';
import {
  deleteOpenSupportQuote,
  insertSupportRequest,
  updateSupportInvoice,
  updateSupportNextAction,
} from './queries.ts';
import { dayOf } from '#shared/dates.ts';
import { buildSupportInvoice } from '../lifecycle/rules/build-invoice.ts';
import { getOrderSummary } from '../lifecycle/rules/summary.ts';
import {
  canReopenSupportRequest,
  findSupportBlock,
  replaySupportRequests,
  supportNextActions,
} from '../lifecycle/rules/support.ts';
import { calculateOrderTotals } from '../lifecycle/rules/tax.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { formatReason, getLockedOrder } from '../lifecycle/actions/record-transition.ts';
import { type NotificationServices, notifyParty, notifyOrderUpdate } from '../lifecycle/actions/notifications.ts';
import { createMessage } from '../lifecycle/actions/messages.ts';
import { createTotalError, parseLineItems } from '../lifecycle/actions/line-items.ts';

type AboutRequest = OrderActor & { readonly request: number };

/** Locks an order and returns it with the request. Throws NOT_FOUND, also for requests of other orders. */
async function openRequest(tx: Transaction, issuing: IssueContext, { orderId, request }: AboutRequest) {
  const { order, facts } = await getLockedOrder(tx, issuing, orderId);
  const found = replaySupportRequests(facts.history).find(one => one.request === String(request));
  if (!found) throw new AppError('NOT_FOUND', 'This support request doesn’t exist.');
  return { order, facts, found };
}

/** Records an event of a request, and the party that acts next. */
async function recordRequestEvent(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, request, actorId }: AboutRequest,
  type:
    | 'support_quoted'
    | 'support_quote_answered'
    | 'support_quote_withdrawn'
    | 'support_resolved'
    | 'support_reopened',
  entry: { readonly actor: Party; readonly next: SupportStatus; readonly details?: OrderEventDetails },
): Promise<void> {
  const details = { supportRequestId: String(request), ...entry.details };
  await insertOrderEvent(tx, issuing, { orderId, type, actor: entry.actor, actorId, details });
  await updateSupportNextAction(tx, request, supportNextActions[entry.next]?.by ?? null);
}

type NewSupportRequest = OrderActor & { readonly body: string };

/**
 * Requests support: included during the plan's support days, quoted otherwise (term 13). Adds a message and emails the
 * owner. Returns whether it is included. Throws CONFLICT if unavailable, and TOO_MANY_REQUESTS.
 */
export async function createSupportRequest(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, actorId, body }: NewSupportRequest,
  services: NotificationServices,
) {
  const { order, facts } = await getLockedOrder(tx, issuing, orderId);
  const block = findSupportBlock(facts);
  if (block) throw new AppError('CONFLICT', formatReason(block));
  const { included } = getOrderSummary(issuing.now, facts).support;
  const message = await createMessage(tx, services, { order, sender: 'client', actorId, body });
  const createdAt = toDate(issuing.now);
  const id = await insertSupportRequest(tx, { orderId, messageId: message.id, nextActionBy: 'owner', createdAt });
  const details = { supportRequestId: String(id), included };
  await insertOrderEvent(tx, issuing, { orderId, type: 'support_requested', actor: 'client', actorId, details });
  await notifyParty('owner', tx, services, order, {
    template: 'support_requested',
    props: ({ about }) => ({ ...about, clientName: message.senderName, body, isIncluded: included }),
  });
  return { isIncluded: included };
}

/**
 * Quotes support that isn't included (term 13). Throws UNPROCESSABLE for an invalid amount, and CONFLICT if the request
 * isn't waiting for a quote.
 */
export async function quoteSupportRequest(
  tx: Transaction,
  issuing: IssueContext,
  quote: AboutRequest & { readonly order: OrderRow; readonly lineItems: Parameters<typeof parseLineItems>[0] },
): Promise<void> {
  const parsed = parseLineItems(quote.lineItems, quote.order.currency);
  const { order, found } = await openRequest(tx, issuing, quote);
  if (found.state !== 'awaiting_quote') throw new AppError('CONFLICT', 'This request isn’t waiting for a quote.');
  const lineItems = parsed.map(line => ({ ...line, term: 13 as const }));
  const { total } = calculateOrderTotals({ lineItems, tax: order.tax });
  if (total <= 0) throw createTotalError();
  const { orderId, request } = quote;
  const createdAt = toDate(issuing.now);
  const row = await insertChangeOrder(tx, { orderId, lineItems, total, createdAt, supportRequestId: request });
  if (!row) throw new AppError('CONFLICT', 'This request already has a quote.');
  const details = { changeOrderId: String(row.id), amount: total };
  await recordRequestEvent(tx, issuing, quote, 'support_quoted', { actor: 'owner', next: 'quoted', details });
  await notifyOrderUpdate('client', tx, issuing, order, {
    message: 'Support quote ready',
    nextStep: `The support costs ${formatMoney({ minor: total, currency: order.currency }, { exact: true })}. Accept or decline the quote on the order page. The support starts once you accept (payment term 13).`,
  });
}

/**
 * Answers a support quote; acceptance issues its invoice (term 13). Throws CONFLICT if it isn't open, so it is
 * invoiced only once.
 */
export async function answerSupportQuote(
  tx: Transaction,
  issuing: IssueContext,
  { answer, ...about }: AboutRequest & { readonly answer: 'accept' | 'decline' },
): Promise<void> {
  const { order, found } = await openRequest(tx, issuing, about);
  const accepted = answer === 'accept';
  const quote = found.state === 'quoted' ? await answerQuote(tx, issuing, about, accepted) : null;
  if (!quote) throw createClosedError();
  const next = accepted ? 'open' : 'declined';
  const details = { changeOrderId: String(quote.id), accepted };
  await recordRequestEvent(tx, issuing, about, 'support_quote_answered', { actor: 'client', next, details });
  if (accepted) {
    const dueOn = dayOf(issuing.now, issuing.timeZone).add({ days: order.agreedTerms.settings.balanceDueDays });
    const draft = buildSupportInvoice(order, { lines: quote.lineItems, dueOn }, await getInvoiceParties(tx, order));
    const invoice = await issueDocument(tx, issuing, draft, { orderId: order.id });
    await updateSupportInvoice(tx, quote.id, invoice.id);
  }
  await notifyOrderUpdate('owner', tx, issuing, order, {
    message: `Support quote ${accepted ? 'accepted' : 'declined'}`,
    nextStep: accepted
      ? 'The invoice has been issued, and you can start on the request.'
      : 'You don’t need to do anything.',
  });
}

const createClosedError = () => new AppError('CONFLICT', 'This quote is no longer open.');

function answerQuote(tx: Transaction, { now }: IssueContext, about: AboutRequest, isAccepted: boolean) {
  const { orderId, request: supportRequestId } = about;
  return updateQuoteAnswer(tx, { orderId, supportRequestId }, { isAccepted, answeredAt: toDate(now) });
}

/**
 * Withdraws a support quote that the client hasn't answered, for example to correct it, and notifies the client. Throws
 * CONFLICT if it isn't open.
 */
export async function withdrawSupportQuote(tx: Transaction, issuing: IssueContext, about: AboutRequest): Promise<void> {
  const { order, found } = await openRequest(tx, issuing, about);
  if (found.state !== 'quoted') throw createClosedError();
  await deleteOpenSupportQuote(tx, about.request);
  await recordRequestEvent(tx, issuing, about, 'support_quote_withdrawn', { actor: 'owner', next: 'awaiting_quote' });
  await notifyOrderUpdate('client', tx, issuing, order, {
    message: 'Support quote withdrawn',
    nextStep: 'You don’t need to answer it. You may get another quote.',
  });
}

/** Marks a request as resolved by the owner, and withdraws its open quote. Throws CONFLICT if it is already finished. */
export async function resolveSupportRequest(tx: Transaction, issuing: IssueContext, about: AboutRequest) {
  const { order, facts, found } = await openRequest(tx, issuing, about);
  if (supportNextActions[found.state] === null)
    throw new AppError('CONFLICT', 'This request is already resolved or declined.');
  await answerQuote(tx, issuing, about, false);
  await recordRequestEvent(tx, issuing, about, 'support_resolved', { actor: 'owner', next: 'resolved' });
  const { support } = getOrderSummary(issuing.now, facts);
  const canReopen = canReopenSupportRequest({ ...found, state: 'resolved' }, support) && support.until !== null;
  await notifyOrderUpdate('client', tx, issuing, order, {
    message: 'Support request resolved',
    nextStep: canReopen
      ? `If something is still missing, you can reopen the request until ${formatPlainDate(support.until.toString())}.`
      : 'If something is still missing, send a new support request.',
  });
}

/** Reopens an included request while support lasts. Throws CONFLICT if it isn't resolved or support has ended. */
export async function reopenSupportRequest(tx: Transaction, issuing: IssueContext, about: AboutRequest) {
  const { order, facts, found } = await openRequest(tx, issuing, about);
  if (found.state !== 'resolved') throw new AppError('CONFLICT', 'You can reopen a request only after it’s resolved.');
  if (!canReopenSupportRequest(found, getOrderSummary(issuing.now, facts).support)) {
    const message = 'You can reopen a request only while support is included. Send a new request instead.';
    throw new AppError('CONFLICT', formatReason({ term: 13, message }));
  }
  await recordRequestEvent(tx, issuing, about, 'support_reopened', { actor: 'client', next: 'open' });
  await notifyOrderUpdate('owner', tx, issuing, order, {
    message: 'Support request reopened',
    nextStep: 'Check what’s still missing, then mark the request as resolved.',
  });
}
