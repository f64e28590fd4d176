import {
  issueDocument,
  type IssueContext,
  findBillingDocument,
  creditOf,
  totalsOfSum,
} from '#features/billing/index.ts';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { findOrderForUpdate, insertOrderEvent, type OrderRow, updateOrder } from '../lifecycle/queries/orders.ts';
import { restOf, calculateOrderTotals } from '../lifecycle/rules/tax.ts';
import { listInvoiced, PRICE_CUT_TERM } from '../lifecycle/actions/invoiced-parts.ts';
import { listFixedParts } from '../lifecycle/rules/milestones.ts';

const BEFORE_WORK: ReadonlySet<string> = new Set(['agreed', 'deposit_paid', 'content_received']);

/**
 * Declines urgent delivery: removes the surcharge and credits what was invoiced beyond the new total (term 16). Throws
 * CONFLICT if the order isn't urgent or work has started.
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
  const { total, taxAmount } = calculateOrderTotals(changed, listFixedParts(changed, invoiced));
  const tax = { ...order.tax, amount: taxAmount };
  const updatedAt = new Date(issuing.now.epochMilliseconds);
  await updateOrder(tx, orderId, { lineItems, tax, total, isUrgent: false, updatedAt });
  const event = { orderId, type: 'urgent_delivery_declined', actor: 'owner', actorId, reason } as const;
  await insertOrderEvent(tx, issuing, event);
  await creditExcess(tx, issuing, { ...order, lineItems, tax }, invoiced);
}

/** Credits what was invoiced beyond the price of an order, from the newest invoice on. */
async function creditExcess(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  invoiced: Awaited<ReturnType<typeof listInvoiced>>,
): Promise<void> {
  const excess = subtractAmounts(ZERO, restOf(order, invoiced));
  let left: Pick<BillingDocument, 'subtotal' | 'total'> = totalsOfSum(excess, order.tax);
  for (const { id } of invoiced.toReversed()) {
    const invoice = left.total > 0 ? await findBillingDocument(tx, id) : null;
    if (!invoice) return;
    const { content } = invoice;
    const amount = content.total <= left.total ? content.total : left.total;
    const note = creditOf(content, amount, 'Urgent delivery surcharge', left);
    const lineItems = note.lineItems.map(line => ({ ...line, term: PRICE_CUT_TERM }));
    await issueDocument(tx, issuing, { ...note, lineItems }, { orderId: order.id, referenceId: id });
    const subtotal = subtractAmounts(left.subtotal, content.subtotal);
    left = { subtotal, total: subtractAmounts(left.total, amount) };
  }
}
