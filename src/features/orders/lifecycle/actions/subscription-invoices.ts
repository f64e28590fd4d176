import {
  issueDocument,
  type IssueContext,
  findBillingDocument,
  getAmountCredited,
  getAmountDue,
  creditOf,
  formatDay,
  renewOrderTax,
} from '#features/billing/index.ts';
import { getInvoiceParties } from './invoice-parties.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts } from '#shared/money-arithmetic.ts';
import { type OrderRow, updateOrder } from '../queries/orders.ts';
import {
  deletePeriod,
  findLastPeriod,
  findSubscription,
  insertSubscriptionPeriod,
  insertSubscription,
  updateMonthlyAmount,
  updatePeriod,
  updateSubscription,
} from '../queries/subscriptions.ts';
import { dayOf, isAfter } from '#shared/dates.ts';
import { buildSubscriptionInvoice } from '../rules/build-invoice.ts';
import { calculateOrderTotals } from '../rules/tax.ts';
import {
  getFirstOfNextMonth,
  type BillingPeriod,
  getBillingPeriod,
  listDuePeriods,
  calculateProratedAmount,
} from '../rules/subscription-periods.ts';

/**
 * Starts a subscription: the first invoice covers the rest of the month by days and is due today (term 14). The order's
 * total is the price of a month.
 */
export async function createSubscription(tx: Transaction, issuing: IssueContext, order: OrderRow): Promise<void> {
  const today = dayOf(issuing.now, issuing.timeZone);
  const { id: orderId, total: perMonth, currency } = order;
  const nextInvoiceOn = getFirstOfNextMonth(today).toString();
  await insertSubscription(tx, { orderId, monthlyAmount: perMonth, currency, nextInvoiceOn });
  await issuePeriod(tx, issuing, order, { period: getBillingPeriod(today), perMonth, dueOn: today });
}

/**
 * Restarts an unpaid first period today, crediting the days before (term 14). Replaces an invoice whose month has
 * passed or that is below the price of the rest of this month; returns its number, or null if none is replaced.
 */
export async function restartFirstPeriod(tx: Transaction, issuing: IssueContext, order: OrderRow) {
  const subscription = await findSubscription(tx, order.id);
  const first = await findLastPeriod(tx, order.id);
  const invoice = first && (await findBillingDocument(tx, first.documentId));
  const today = dayOf(issuing.now, issuing.timeZone);
  if (!subscription || !invoice || !isAfter(today, first.from)) return null;
  const { monthlyAmount } = subscription;
  const rest = getBillingPeriod(today);
  const price = calculateProratedAmount(rest, monthlyAmount);
  const charged = sumAmounts([invoice.total, await getAmountCredited(tx, invoice.id)]);
  const isPaid = (await getAmountDue(tx, invoice.id)) <= 0;
  const isReplaced = charged < price || (!isPaid && isAfter(today, first.until));
  const credit = isReplaced ? charged : subtractAmounts(charged, price);
  if (credit > 0) {
    const reason = `Service starts on ${formatDay(today.toString(), invoice.content.client.language)}`;
    const about = { orderId: order.id, referenceId: invoice.id };
    await issueDocument(tx, issuing, creditOf(invoice.content, credit, reason), about);
  }
  await updateSubscription(tx, order.id, { ...subscription, nextInvoiceOn: getFirstOfNextMonth(today) });
  if (!isReplaced) {
    await updatePeriod(tx, order.id, first.until, rest);
    return null;
  }
  await deletePeriod(tx, order.id, first.until);
  return issuePeriod(tx, issuing, order, { period: rest, perMonth: monthlyAmount, dueOn: today });
}

/**
 * Issues the due invoices of a subscription and returns their number; the caller holds the order's lock. Missed months
 * each get their own invoice; repeated runs add nothing (term 14).
 */
export async function issueDueSubscriptionInvoices(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
): Promise<number> {
  if (order.kind !== 'service' || order.status !== 'in_progress') return 0;
  const subscription = await findSubscription(tx, order.id);
  if (!subscription) return 0;
  const today = dayOf(issuing.now, issuing.timeZone);
  const due = listDuePeriods(today, subscription);
  const dueOn = today.add({ days: order.agreedTerms.settings.balanceDueDays });
  let renewed = order;
  for (const period of due) {
    renewed = await renewTax(tx, renewed, period.from);
    await issuePeriod(tx, issuing, renewed, { period, perMonth: renewed.total, dueOn });
  }
  const last = due.at(-1);
  if (last) await updateSubscription(tx, order.id, { ...subscription, nextInvoiceOn: getFirstOfNextMonth(last.from) });
  return due.length;
}

/** Applies a new tax rate from the period that starts on a day. */
async function renewTax(tx: Transaction, order: OrderRow, day: Temporal.PlainDate): Promise<OrderRow> {
  const tax = await renewOrderTax(tx, order.tax, day.toString());
  if (tax.basisPoints === order.tax.basisPoints) return order;
  const { total } = calculateOrderTotals({ ...order, tax });
  await updateOrder(tx, order.id, { tax, total });
  await updateMonthlyAmount(tx, order.id, total);
  return { ...order, tax, total };
}

async function issuePeriod(
  tx: Transaction,
  issuing: IssueContext,
  order: OrderRow,
  claim: { readonly period: BillingPeriod; readonly perMonth: MinorUnits; readonly dueOn: Temporal.PlainDate },
): Promise<string> {
  const invoice = buildSubscriptionInvoice(order, claim, await getInvoiceParties(tx, order));
  const document = await issueDocument(tx, issuing, invoice, { orderId: order.id });
  await insertSubscriptionPeriod(tx, {
    orderId: order.id,
    invoiceId: document.id,
    startsOn: claim.period.from.toString(),
    endsOn: claim.period.until.toString(),
  });
  return document.number;
}
