import { areTaxesExclusive, findLineTax, type IssueContext } from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { dayOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { totalText } from '#shared/lists.ts';
import { formatMoney } from '#shared/money.ts';
import { subtractAmounts } from '#shared/money-arithmetic.ts';
import { insertChangeOrder, updateQuoteAnswer } from '../lifecycle/queries/change-orders.ts';
import { getOrderForUpdate, insertOrderEvent, type OrderRow, updateOrder } from '../lifecycle/queries/orders.ts';
import { listFixedParts } from '../lifecycle/rules/milestones.ts';
import { calculateOrderTotals, listShares, withTaxAmounts } from '../lifecycle/rules/tax.ts';
import { transitionMessages } from '../lifecycle/rules/event-messages.ts';
import { isRevisionIncluded, isRevisionQuotePending, getRevisionAllowance } from '../lifecycle/rules/revisions.ts';
import { findTransitionBlock } from '../lifecycle/rules/summary.ts';
import { getChangeTaxes } from '../lifecycle/actions/invoice-parties.ts';
import { listInvoiced } from '../lifecycle/actions/invoiced-parts.ts';
import { transitionOrder } from '../lifecycle/actions/transition-order.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { createTotalError, parseLineItems } from '../lifecycle/actions/line-items.ts';
import { notifyOrderUpdate } from '../lifecycle/actions/notifications.ts';
import { formatReason, getLockedOrder } from '../lifecycle/actions/record-transition.ts';

/**
 * Requests a revision. An included minor one starts immediately; any other waits for the owner's quote (term 11).
 * Returns whether it started. Throws CONFLICT if nothing is in review or a change order is open.
 */
export async function requestRevision(
  tx: Transaction,
  issuing: IssueContext,
  request: OrderActor & { readonly size: 'minor' | 'major' },
): Promise<boolean> {
  const { orderId, actorId, size } = request;
  const { facts } = await getLockedOrder(tx, issuing, orderId);
  const block = findTransitionBlock('request_revision', 'client', facts, issuing.now);
  if (block) throw new AppError('CONFLICT', formatReason(block));
  const isIncluded = isRevisionIncluded(size, getRevisionAllowance(facts.history, facts.settings));
  // In the opposite order, the history would show a revision waiting for a quote.
  if (isIncluded) await beginRevision(tx, issuing, { orderId, actorId });
  const event = { orderId, type: 'revision_requested', actor: 'client', actorId, details: { size } } as const;
  await insertOrderEvent(tx, issuing, event);
  return isIncluded;
}

/**
 * Starts a revision beyond the included ones at no charge, as the owner decides (term 11), and notifies the client.
 * Throws NOT_FOUND for an unknown order, and CONFLICT if no revision is waiting for a quote.
 */
export async function grantRevision(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, actorId }: OrderActor,
): Promise<void> {
  const { order, facts } = await getLockedOrder(tx, issuing, orderId);
  if (order.status !== 'in_review' || !isRevisionQuotePending(facts.history)) {
    throw new AppError('CONFLICT', 'No revision is waiting for a quote.');
  }
  await insertOrderEvent(tx, issuing, { orderId, type: 'revision_granted', actor: 'owner', actorId });
  await transitionOrder(tx, issuing, { orderId, transition: 'request_revision', actor: 'owner', actorId });
  await notifyOrderUpdate('client', tx, issuing, order, {
    message: transitionMessages.request_revision,
    nextStep: 'Your revision is free of charge, and work is in progress again.',
  });
}

function beginRevision(tx: Transaction, issuing: IssueContext, { orderId, actorId }: OrderActor): Promise<void> {
  return transitionOrder(tx, issuing, { orderId, transition: 'request_revision', actor: 'client', actorId });
}

/**
 * Sends a change order to the client: its price, and the days it adds. The order is unchanged until the client accepts
 * (term 11). Throws CONFLICT unless work is in progress or in review, or if another change order is open.
 */
export async function createChangeOrder(
  tx: Transaction,
  issuing: IssueContext,
  change: OrderActor & {
    readonly lineItems: readonly (Parameters<typeof parseLineItems>[0][number] & {
      readonly tax?: string | undefined;
    })[];
    readonly extraDays: number;
  },
): Promise<void> {
  const { orderId, actorId, extraDays } = change;
  const order = await getOrderForUpdate(tx, orderId);
  const parsed = await parseTaxedLines(tx, issuing, order, change.lineItems);
  if (order.kind === 'service' || (order.status !== 'in_progress' && order.status !== 'in_review')) {
    throw new AppError('CONFLICT', 'You can send a change order only while the work is in progress or in review.');
  }
  const createdAt = toDate(issuing.now);
  const lineItems = parsed.map(line => ({ ...line, term: 11 as const }));
  const { total: changed } = await getChangedTotals(tx, order, [...order.lineItems, ...lineItems]);
  const total = subtractAmounts(changed, order.total);
  if (total <= 0) throw createTotalError();
  const row = await insertChangeOrder(tx, { orderId, lineItems, total, extraDays, createdAt });
  if (!row) throw new AppError('CONFLICT', 'Another change order is still waiting for an answer.');
  const details = { changeOrderId: String(row.id), amount: total, days: extraDays };
  const event = { orderId, type: 'change_order_quoted', actor: 'owner', actorId, details } as const;
  await insertOrderEvent(tx, issuing, event);
  const delay = extraDays > 0 ? ` and adds ${totalText(extraDays, ['day', 'days'])} to the expected delivery` : '';
  const price = formatMoney({ minor: total, currency: order.currency }, { exact: true });
  const nextStep = `This change costs ${price}${delay}. Accept or decline it on the order page. The change starts once you accept (payment term 11).`;
  await notifyOrderUpdate('client', tx, issuing, order, { message: 'New change order', nextStep });
}

/** Parses the lines of a change order. Throws UNPROCESSABLE for the line with an invalid amount or tax. */
async function parseTaxedLines(
  tx: Transaction,
  { now, timeZone }: IssueContext,
  order: OrderRow,
  lines: Parameters<typeof createChangeOrder>[2]['lineItems'],
) {
  const { taxes, client } = await getChangeTaxes(tx, order, dayOf(now, timeZone).toString());
  return parseLineItems(lines, order.currency).map((line, index) => {
    const key = lines[index]?.tax ?? '';
    const { tax = order.tax, problem } = findLineTax(key, taxes, client);
    const isExclusive = areTaxesExclusive([...listShares(order).map(share => share.tax), tax]);
    const message =
      problem ??
      (isExclusive ? 'This tax can’t be combined with the order’s other taxes. Send a separate quote.' : undefined);
    if (message !== undefined) throw new AppError('UNPROCESSABLE', message, { [`lineItems.${index}.tax`]: message });
    return { ...line, ...(key !== '' && key !== taxes[0]?.key && { tax }) };
  });
}

/**
 * Returns the totals of an order with other lines; parts that are invoiced or agreed as a milestone keep their amount.
 */
async function getChangedTotals(tx: Transaction, order: OrderRow, lineItems: OrderRow['lineItems']) {
  const changed = { ...order, lineItems };
  return calculateOrderTotals(changed, listFixedParts(changed, await listInvoiced(tx, order.id)));
}

/**
 * Answers a change order. If accepted, it joins the order, is invoiced with the balance or the last milestone, and work
 * in review resumes; if declined, nothing changes (term 11). Notifies the owner. Throws CONFLICT if it isn't open.
 */
export async function answerChangeOrder(
  tx: Transaction,
  issuing: IssueContext,
  {
    orderId,
    actorId,
    change: id,
    answer,
  }: OrderActor & {
    readonly change: number;
    readonly answer: 'accept' | 'decline';
  },
): Promise<void> {
  const accepted = answer === 'accept';
  const { order, facts } = await getLockedOrder(tx, issuing, orderId);
  const change = await closeChangeOrder(tx, issuing, order, id, accepted);
  const details = { changeOrderId: String(change.id), accepted };
  await insertOrderEvent(tx, issuing, { orderId, type: 'change_order_answered', actor: 'client', actorId, details });
  await notifyOrderUpdate('owner', tx, issuing, order, {
    message: `Change order ${accepted ? 'accepted' : 'declined'}`,
    nextStep: accepted
      ? `${formatMoney({ minor: change.total, currency: order.currency }, { exact: true })} is added to the price of the order. You can start on the change.`
      : 'The order stays the same.',
  });
  if (!accepted) return;
  const lineItems = [...order.lineItems, ...change.lineItems];
  const totals = await getChangedTotals(tx, order, lineItems);
  const tax = withTaxAmounts(order.tax, totals);
  const updatedAt = toDate(issuing.now);
  await updateOrder(tx, orderId, { lineItems, tax, total: totals.total, updatedAt });
  if (order.status === 'in_review' && !isRevisionQuotePending(facts.history))
    await beginRevision(tx, issuing, { orderId, actorId });
}

/**
 * Withdraws a change order that the client hasn't answered, for example to correct it, and notifies the client. Throws
 * CONFLICT if it isn't open.
 */
export async function withdrawChangeOrder(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, actorId, change: id }: OrderActor & { readonly change: number },
): Promise<void> {
  const { order } = await getLockedOrder(tx, issuing, orderId);
  const change = await closeChangeOrder(tx, issuing, order, id, false);
  const details = { changeOrderId: String(change.id) };
  await insertOrderEvent(tx, issuing, { orderId, type: 'change_order_withdrawn', actor: 'owner', actorId, details });
  await notifyOrderUpdate('client', tx, issuing, order, {
    message: 'Change order withdrawn',
    nextStep: 'You don’t need to answer it. Your order stays the same.',
  });
}

/** Closes an open change order and returns it. Throws CONFLICT if it isn't open. */
async function closeChangeOrder(
  tx: Transaction,
  { now }: IssueContext,
  { id: orderId, status }: OrderRow,
  id: number,
  isAccepted: boolean,
) {
  const answer = { isAccepted, answeredAt: toDate(now) };
  const change = await updateQuoteAnswer(tx, { id, orderId }, answer);
  if (!change || (status !== 'in_progress' && status !== 'in_review'))
    throw new AppError('CONFLICT', 'This change order is no longer open.');
  return change;
}
