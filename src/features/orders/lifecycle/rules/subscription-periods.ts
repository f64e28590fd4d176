import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import { formatDayRange } from '#features/billing/rules/labels.ts';
import type { Party, SubscriptionStatus } from '../contract/enums.ts';
import type { MinorUnits } from '#shared/money.ts';
import { prorateAmount } from '#shared/money-arithmetic.ts';
import { countDaysBetween, isAfter } from '#shared/dates.ts';
import { formatPlainDate } from '#shared/time.ts';

/** Period covered by an invoice of a subscription; both days are included. */
export interface BillingPeriod {
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  readonly days: number;
  readonly daysOfMonth: number;
}

/** Returns the period from a day to the end of its month: a full month if it is the 1st (term 14). */
export function getBillingPeriod(day: Temporal.PlainDate): BillingPeriod {
  const until = day.with({ day: day.daysInMonth });
  return { from: day, until, days: countDaysBetween(day, until) + 1, daysOfMonth: day.daysInMonth };
}

/** Returns the price of a period; a partial month is charged by days (term 14). */
export function calculateProratedAmount(period: BillingPeriod, perMonth: MinorUnits): MinorUnits {
  return prorateAmount(perMonth, period.days, period.daysOfMonth);
}

/** Returns the lines of a monthly price, prorated for a period (term 14). */
export function linesOfPeriod<Line extends { readonly amount: MinorUnits }>(
  lines: readonly Line[],
  period: BillingPeriod,
): Line[] {
  return lines.map(line => ({ ...line, amount: calculateProratedAmount(period, line.amount) }));
}

/** Returns the 1st of the following month, when the next invoice is due (term 14). */
export function getFirstOfNextMonth(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1 }).add({ months: 1 });
}

/** Formats a period, such as "1 to 31 March 2027". */
export function formatBillingPeriod(
  { from, until }: Pick<BillingPeriod, 'from' | 'until'>,
  language: DocumentLanguage = 'en',
): string {
  if (language !== 'en') return formatDayRange(from.toString(), until.toString(), language);
  const month = until.toLocaleString('en-GB', { month: 'long', year: 'numeric' });
  return from.equals(until) ? `${until.day} ${month}` : `${from.day} to ${until.day} ${month}`;
}

export interface Subscription {
  /** Price of a full month. */
  readonly monthlyAmount: MinorUnits;
  /** First day not yet invoiced; the next invoice is issued on it, unless the subscription is paused or ends. */
  readonly nextInvoiceOn: Temporal.PlainDate;
  /** No invoices from this day until the subscription is resumed. */
  readonly pausedFrom: Temporal.PlainDate | null;
  /** Last day of a canceled subscription. */
  readonly endsOn: Temporal.PlainDate | null;
}

/**
 * Returns the status of a subscription on a day. `paused` and `cancel_scheduled` apply as soon as they are requested,
 * though the invoiced period is still delivered.
 */
export function getSubscriptionStatus(
  day: Temporal.PlainDate,
  { pausedFrom, endsOn }: Subscription,
): SubscriptionStatus {
  if (endsOn) return isAfter(day, endsOn) ? 'canceled' : 'cancel_scheduled';
  return pausedFrom ? 'paused' : 'active';
}

/**
 * Returns the periods due on a day, oldest first, including missed months (term 14). The subscription has been paid for
 * the first time.
 */
export function listDuePeriods(day: Temporal.PlainDate, subscription: Subscription): BillingPeriod[] {
  if (getSubscriptionStatus(day, subscription) !== 'active') return [];
  const periods: BillingPeriod[] = [];
  let from = subscription.nextInvoiceOn;
  for (; !isAfter(from, day); from = getFirstOfNextMonth(from)) periods.push(getBillingPeriod(from));
  return periods;
}

/** Returns the summary of a subscription on a day (term 14), with its next invoice unless it is paused or ends. */
export function getSubscriptionSummary(day: Temporal.PlainDate, subscription: Subscription) {
  const { monthlyAmount, nextInvoiceOn, pausedFrom, endsOn } = subscription;
  const status = getSubscriptionStatus(day, subscription);
  const period = getBillingPeriod(nextInvoiceOn);
  const nextInvoice = { on: period.from, period, amount: calculateProratedAmount(period, monthlyAmount) };
  return { status, monthlyAmount, nextInvoice: status === 'active' ? nextInvoice : null, pausedFrom, endsOn };
}

export type SubscriptionSummary = ReturnType<typeof getSubscriptionSummary>;

/** Returns the next action for an active subscription; `unpaid` is the number of the earliest unpaid invoice. */
export function getSubscriptionNextAction(
  { status, nextInvoice, pausedFrom, endsOn }: SubscriptionSummary,
  unpaid: string | null,
): { readonly by: Party | 'none'; readonly message: string } {
  if (unpaid !== null) return { by: 'client', message: `Invoice ${unpaid} is unpaid.` };
  const format = (day: Temporal.PlainDate | null | undefined) => formatPlainDate(String(day));
  switch (status) {
    case 'active':
      return {
        by: 'owner',
        message: `The subscription is active. The next invoice is issued on ${format(nextInvoice?.on)}.`,
      };
    case 'paused':
      return { by: 'none', message: `The subscription is paused from ${format(pausedFrom)} until it’s resumed.` };
    case 'cancel_scheduled':
      return { by: 'owner', message: `The subscription is canceled and ends on ${format(endsOn)}.` };
    default:
      return { by: 'none', message: `The subscription ended on ${format(endsOn)}.` };
  }
}
