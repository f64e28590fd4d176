import {
  issueDocument,
  type IssueContext,
  findBillingDocument,
  creditOf,
  totalsOfSum,
} from '#features/billing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { findOrderForUpdate, insertOrderEvent, updateOrder } from '../lifecycle/queries/orders.ts';
import { restOf, calculateOrderTotals } from '../lifecycle/rules/tax.ts';
import { listInvoiced } from '../lifecycle/actions/transition-order.ts';

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
  const { total, taxAmount } = calculateOrderTotals({ lineItems, tax: order.tax }, invoiced);
  const tax = { ...order.tax, amount: taxAmount };
  const updatedAt = new Date(issuing.now.epochMilliseconds);
  await updateOrder(tx, orderId, { lineItems, tax, total, isUrgent: false, updatedAt });
  const event = { orderId, type: 'urgent_delivery_declined', actor: 'owner', actorId, reason } as const;
  await insertOrderEvent(tx, issuing, event);
  // If the deposit is most of the order's total, more is invoiced than is left.
  const rest = restOf({ lineItems, tax }, invoiced);
  const [first] = invoiced;
  const invoice = first && rest < 0 ? await findBillingDocument(tx, first.id) : null;
  if (!invoice) return;
  const excess = totalsOfSum(subtractAmounts(ZERO, rest), tax);
  const note = creditOf(invoice.content, excess.total, 'Urgent delivery surcharge', excess);
  await issueDocument(tx, issuing, note, { orderId: invoice.orderId, referenceId: invoice.id });
}
