import { creditSharesOf, findBillingDocument, issueDocument, type IssueContext } from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { totalText } from '#shared/lists.ts';
import { formatMoney } from '#shared/money.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { notifyOrderUpdate } from '../lifecycle/actions/notifications.ts';
import { runAutomaticTransitions } from '../lifecycle/actions/transition-order.ts';
import { findOrderForUpdate, insertOrderEvent, updateOrder } from '../lifecycle/queries/orders.ts';
import {
  calculateOrderTotals,
  listInvoicedShares,
  type Priced,
  restOf,
  withTaxAmounts,
} from '../lifecycle/rules/tax.ts';
import { negateShares, subtractShares, sumShares, totalsOfShares } from '../lifecycle/rules/tax-shares.ts';
import { listInvoiced, PRICE_CUT_TERM } from '../lifecycle/actions/invoiced-parts.ts';
import { formatOrderEvent } from '../lifecycle/rules/event-messages.ts';
import { listFixedParts } from '../lifecycle/rules/milestones.ts';

const BEFORE_WORK: ReadonlySet<string> = new Set(['agreed', 'deposit_paid', 'content_received']);

/**
 * Declines urgent delivery: removes the surcharge, credits the amount invoiced beyond the new total (term 16), and
 * notifies the client. Throws CONFLICT if the order isn't urgent or work has started.
 */
export async function declineUrgentDelivery(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, actorId, reason }: OrderActor & { readonly reason: string },
): Promise<void> {
  const order = await findOrderForUpdate(tx, orderId);
  if (!order?.isUrgent) throw new AppError('CONFLICT', 'This order isn’t urgent. (Payment term 16.)');
  if (!BEFORE_WORK.has(order.status)) {
    throw new AppError(
      'CONFLICT',
      'Work has started, so you can’t decline urgent delivery anymore. (Payment term 16.)',
    );
  }
  const lineItems = order.lineItems.filter(({ term }) => term !== 16);
  const invoiced = await listInvoiced(tx, order.id);
  const changed = { ...order, lineItems };
  const credits = listCredits(changed, invoiced);
  const credited = credits.map(({ shares }) => ({ taxes: totalsOfShares(negateShares(shares)) }));
  const totals = calculateOrderTotals(changed, listFixedParts(changed, [...invoiced, ...credited]));
  const tax = withTaxAmounts(order.tax, totals);
  const updatedAt = toDate(issuing.now);
  await updateOrder(tx, orderId, { lineItems, tax, total: totals.total, isUrgent: false, updatedAt });
  const event = { orderId, type: 'urgent_delivery_declined', actor: 'owner', actorId, reason } as const;
  await insertOrderEvent(tx, issuing, event);
  for (const { id: referenceId, shares } of credits) {
    const invoice = await findBillingDocument(tx, referenceId);
    if (!invoice) continue;
    const note = creditSharesOf(invoice.content, shares, 'Urgent delivery surcharge');
    const lines = note.lineItems.map(line => ({ ...line, term: PRICE_CUT_TERM }));
    await issueDocument(tx, issuing, { ...note, lineItems: lines }, { orderId, referenceId });
  }
  const days = order.offerSnapshot.deliveryDays;
  const total = formatMoney({ minor: totals.total, currency: order.currency }, { exact: true });
  await notifyOrderUpdate('client', tx, issuing, order, {
    message: formatOrderEvent({ ...event, transition: null, details: {} }),
    nextStep: `The new total is ${total}. Delivery now takes the usual ${totalText(days, ['day', 'days'])}.`,
    reason,
  });
  // The credit may settle the deposit.
  await runAutomaticTransitions(tx, issuing, orderId);
}

/**
 * Returns the amounts to credit for each tax because invoices exceed an order's price, starting with the newest
 * invoice.
 */
function listCredits(order: Priced, invoiced: Awaited<ReturnType<typeof listInvoiced>>) {
  let excess = restOf(order, invoiced).map(({ tax, amount }) => ({
    tax,
    amount: toMinorUnits(Math.max(0, 0 - amount)),
  }));
  return invoiced.toReversed().flatMap(part => {
    const shares = listInvoicedShares(order, [part]).map(({ tax, amount }, index) => ({
      tax,
      amount: toMinorUnits(Math.max(0, Math.min(amount, excess[index]?.amount ?? 0))),
    }));
    excess = subtractShares(excess, shares);
    return sumShares(shares) > 0 ? [{ id: part.id, shares }] : [];
  });
}
