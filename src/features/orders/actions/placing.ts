import { issueDocument, type Issuing } from '#features/billing/actions/issue-document.ts';
import { requireSelling } from '#features/billing/actions/selling.ts';
import { readIssuer } from '#features/billing/actions/issuer.ts';
import type { Transaction } from '#platform/database/database.ts';
import { insertContentItems, insertEvent, insertOrder, type OrderRow } from '../queries/orders.ts';
import { dayOf } from '../rules/calendar.ts';
import { invoiceOf } from '../rules/claims.ts';
import { firstState } from '../rules/history.ts';
import { claimOnAgreement } from '../rules/invoicing.ts';
import { restOf } from '../rules/taxes.ts';
import { openSubscription } from './periods.ts';

/** What is ordered, by whom, and under which terms; amounts are minor units of `currency`. */
export type NewOrder = Pick<
  OrderRow,
  | 'kind'
  | 'clientId'
  | 'clientName'
  | 'clientEmail'
  | 'title'
  | 'subject'
  | 'terms'
  | 'brief'
  | 'lines'
  | 'tax'
  | 'currency'
  | 'total'
  | 'isUrgent'
> & {
  readonly wish?: OrderRow['wish'];
  /** The purchased project. */
  readonly boughtProjectId?: string | null;
  /** Whether its price is only the least, so that it is quoted first. */
  readonly isQuoted: boolean;
  /** What the client has to supply before work starts (term 9). */
  readonly contentItems: readonly string[];
};

/**
 * Places an order. Throws CONFLICT while nothing can be sold. What has a fixed price is agreed on with it, so that its first invoice is issued at once (term 1);
 * all else waits for a quote.
 */
export async function placeOrder(tx: Transaction, issuing: Issuing, order: NewOrder): Promise<OrderRow> {
  await requireSelling(tx, issuing);
  const { isQuoted, contentItems, ...given } = order;
  const at = new Date(issuing.now.epochMilliseconds);
  const state = firstState(order.kind, isQuoted);
  const row = await insertOrder(tx, { ...given, state, createdAt: at, updatedAt: at });
  await insertContentItems(tx, row.id, contentItems);
  await insertEvent(tx, { orderId: row.id, what: 'placed', actor: 'client', actorId: order.clientId, at });
  if (state === 'agreed') await issueFirstInvoice(tx, issuing, row);
  return row;
}

/** The invoice that an agreement brings: the deposit, all of it for a project (term 1), or a subscription's first period (term 14). */
export async function issueFirstInvoice(tx: Transaction, issuing: Issuing, order: OrderRow): Promise<void> {
  const { kind } = order;
  if (kind === 'service') return openSubscription(tx, issuing, order);
  const today = dayOf(issuing.now, issuing.timeZone);
  const claim = claimOnAgreement(kind, restOf(order), order.tax, order.terms.figures, today);
  await issueDocument(tx, issuing, invoiceOf(order, claim, await readIssuer(tx)), { orderId: order.id });
}
