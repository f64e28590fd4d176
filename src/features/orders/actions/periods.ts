import { issueDocument, type Issuing } from '#features/billing/actions/issue-document.ts';
import { readIssuer } from '#features/billing/actions/issuer.ts';
import { findDocument } from '#features/billing/queries/documents.ts';
import { getCredited, getOwed } from '#features/billing/queries/ledger.ts';
import { creditOf } from '#features/billing/rules/credit-notes.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { difference, sumOf } from '#shared/money-arithmetic.ts';
import { formatDay } from '#shared/time.ts';
import type { OrderRow } from '../queries/orders.ts';
import {
  deletePeriod,
  findLastPeriod,
  findSubscription,
  insertPeriod,
  insertSubscription,
  updatePeriod,
  updateSubscription,
} from '../queries/subscriptions.ts';
import { dayOf, isAfter } from '../rules/calendar.ts';
import { periodInvoiceOf } from '../rules/claims.ts';
import { firstTime, type History } from '../rules/history.ts';
import { nextFirst, type Period, periodFrom, periodsDue, priceOf } from '../rules/subscriptions.ts';

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
 * Starts the first period of a subscription today, where it has been unpaid since an earlier day: the days before are
 * credited (term 14). An invoice whose month has passed unpaid, or that costs less than the rest of this month, is
 * replaced. Returns the number of the replacement, which has to be paid; null if there is none.
 */
export async function restartFirstPeriod(tx: Transaction, issuing: Issuing, order: OrderRow): Promise<string | null> {
  const subscription = await findSubscription(tx, order.id);
  const first = await findLastPeriod(tx, order.id);
  const invoice = first && (await findDocument(tx, first.documentId));
  const today = dayOf(issuing.now, issuing.timeZone);
  if (!subscription || !invoice || !isAfter(today, first.from)) return null;
  const { perMonth } = subscription;
  const rest = periodFrom(today);
  const price = priceOf(rest, perMonth);
  const charged = sumOf([invoice.total, await getCredited(tx, invoice.id)]);
  const isPaid = (await getOwed(tx, invoice.id)) <= 0;
  const isReplaced = charged < price || (!isPaid && isAfter(today, first.until));
  const credit = isReplaced ? charged : difference(charged, price);
  if (credit > 0) {
    const reason = `The service starts on ${formatDay(today.toString())}`;
    const about = { orderId: order.id, referenceId: invoice.id };
    await issueDocument(tx, issuing, creditOf(invoice.content, credit, reason), about);
  }
  await updateSubscription(tx, order.id, { ...subscription, nextInvoiceOn: nextFirst(today) });
  if (!isReplaced) {
    await updatePeriod(tx, order.id, first.until, rest);
    return null;
  }
  await deletePeriod(tx, order.id, first.until);
  return issuePeriod(tx, issuing, order, { period: rest, perMonth, dueOn: today });
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
): Promise<string> {
  const invoice = periodInvoiceOf(order, claim, await readIssuer(tx));
  const document = await issueDocument(tx, issuing, invoice, { orderId: order.id });
  await insertPeriod(tx, {
    orderId: order.id,
    documentId: document.id,
    fromDay: claim.period.from.toString(),
    untilDay: claim.period.until.toString(),
  });
  return document.number;
}
