import { issueDocument, type IssueContext, requireSelling } from '#features/billing/index.ts';
import { getInvoiceParties } from './invoice-parties.ts';
import type { BillingDetails } from '#features/clients/contract/constants.ts';
import { saveBuyer } from '#features/clients/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { insertContentItems, insertOrderEvent, insertOrder, type OrderRow } from '../queries/orders.ts';
import { dayOf } from '#shared/dates.ts';
import { buildInvoice } from '../rules/build-invoice.ts';
import { getInitialStatus } from '../rules/events.ts';
import { planFirstInvoice } from '../rules/invoice-schedule.ts';
import { restOf } from '../rules/tax.ts';
import { sumShares } from '../rules/tax-shares.ts';
import { createSubscription } from './subscription-invoices.ts';

/** A new order; amounts are in minor units of `currency`. */
export type NewOrder = Omit<
  Parameters<typeof insertOrder>[1],
  'status' | 'billingDetails' | 'createdAt' | 'updatedAt'
> & {
  /** Billing details as entered with the order. */
  readonly billing?: BillingDetails | undefined;
  /** Set if the owner recorded the order. The owner knows that the address is right. */
  readonly placedBy?: 'owner';
  /** Whether the price is a minimum, so a quote is needed first. */
  readonly isQuoted: boolean;
  /** The content that the client has to supply before work starts (term 9). */
  readonly contentItems: readonly string[];
};

/**
 * Places an order. Throws CONFLICT while the profile is still the sample. An order with a fixed price is agreed
 * immediately and gets its first invoice (term 1); others wait for a quote.
 */
export async function createOrder(tx: Transaction, issuing: IssueContext, order: NewOrder): Promise<OrderRow> {
  await requireSelling(tx, issuing);
  const { isQuoted, contentItems, billing, placedBy, ...values } = order;
  const createdAt = toDate(issuing.now);
  const status = getInitialStatus(order.kind, isQuoted);
  const billingDetails = await saveBuyer(tx, issuing.now, {
    name: order.clientName,
    email: order.clientEmail,
    details: billing ?? null,
    isVerified: order.clientId != null || placedBy === 'owner',
  });
  const row = await insertOrder(tx, { ...values, billingDetails, status, createdAt, updatedAt: createdAt });
  await insertContentItems(tx, row.id, contentItems);
  await insertOrderEvent(tx, issuing, {
    orderId: row.id,
    type: 'placed',
    actor: placedBy ?? 'client',
    actorId: row.clientId,
    details: status === 'requested' ? { quote: placedBy === 'owner' ? 'created' : 'requested' } : {},
  });
  if (status === 'agreed') await issueFirstInvoice(tx, issuing, row);
  return row;
}

/**
 * Issues the first invoice after an agreement: the deposit, the full price of a project (term 1), or a subscription's
 * first period (term 14).
 */
export async function issueFirstInvoice(tx: Transaction, issuing: IssueContext, order: OrderRow): Promise<void> {
  const { kind } = order;
  if (kind === 'service') return createSubscription(tx, issuing, order);
  const today = dayOf(issuing.now, issuing.timeZone);
  const planned = planFirstInvoice(kind, restOf(order), order.agreedTerms.settings, today);
  if (sumShares(planned.shares) === 0) return;
  await issueDocument(tx, issuing, buildInvoice(order, planned, await getInvoiceParties(tx, order)), {
    orderId: order.id,
  });
}
