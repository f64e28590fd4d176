import { issueDocument, type Issuing } from '#features/billing/actions/issuing.ts';
import { readIssuer } from '#features/billing/actions/issuer.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { OrderRow } from '../queries/orders.ts';
import { findSubscription, insertPeriod, insertSubscription, updateSubscription } from '../queries/subscriptions.ts';
import { dayOf } from '../rules/calendar.ts';
import { periodInvoiceOf } from '../rules/claims.ts';
import { firstTime, type History } from '../rules/history.ts';
import { nextFirst, type Period, periodFrom, periodsDue } from '../rules/subscriptions.ts';

/**
 * Begins a subscription: its first invoice is for the rest of the month, a share by days, and is due the same day (term
 * 14). The order's total is the price of a month.
 */
export async function openSubscription(tx: Transaction, issuing: Issuing, order: OrderRow): Promise<void> {
  const today = dayOf(issuing.now, issuing.timeZone);
  const { id: orderId, total: perMonth, currency } = order;
  const nextInvoiceOn = nextFirst(today).toString();
  await insertSubscription(tx, { orderId, perMonth, currency, nextInvoiceOn });
  await issuePeriod(tx, issuing, order, { period: periodFrom(today), perMonth, dueOn: today });
}

/**
 * Issues the invoices of a subscription that are due, for an order that nobody else changes meanwhile; how many. Months
 * whose run was missed are caught up, each with its own invoice; a repeated run adds nothing (term 14).
 */
export async function issueDuePeriods(
  tx: Transaction,
  issuing: Issuing,
  order: OrderRow,
  history: History,
): Promise<number> {
  if (order.kind !== 'service' || order.state !== 'in_progress') return 0;
  const subscription = await findSubscription(tx, order.id);
  if (!subscription) return 0;
  const today = dayOf(issuing.now, issuing.timeZone);
  const begun = firstTime(history, 'begin');
  const due = periodsDue(today, subscription, begun ? dayOf(begun, issuing.timeZone) : null);
  const dueOn = today.add({ days: order.terms.figures.balanceDays });
  for (const period of due) {
    await issuePeriod(tx, issuing, order, { period, perMonth: subscription.perMonth, dueOn });
  }
  const last = due.at(-1);
  if (last) await updateSubscription(tx, order.id, { ...subscription, nextInvoiceOn: nextFirst(last.from) });
  return due.length;
}

async function issuePeriod(
  tx: Transaction,
  issuing: Issuing,
  order: OrderRow,
  claim: { readonly period: Period; readonly perMonth: MinorUnits; readonly dueOn: Temporal.PlainDate },
): Promise<void> {
  const invoice = periodInvoiceOf(order, claim, await readIssuer(tx));
  const document = await issueDocument(tx, issuing, invoice, { orderId: order.id });
  await insertPeriod(tx, {
    orderId: order.id,
    documentId: document.id,
    fromDay: claim.period.from.toString(),
    untilDay: claim.period.until.toString(),
  });
}
