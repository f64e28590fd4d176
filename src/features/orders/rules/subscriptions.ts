import type { SubscriptionStatus } from '../contract/life.ts';
import type { MinorUnits } from '#shared/money.ts';
import { prorateAmount } from '#shared/money-arithmetic.ts';
import { countDaysBetween, isAfter, maxDate } from './calendar.ts';

/** What an invoice of a subscription covers: from its first day to its last one. */
export interface BillingPeriod {
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  readonly days: number;
  readonly daysOfMonth: number;
}

/** From a day to the end of its month: a whole month where it is the 1st (term 14). */
export function getBillingPeriod(day: Temporal.PlainDate): BillingPeriod {
  const until = day.with({ day: day.daysInMonth });
  return { from: day, until, days: countDaysBetween(day, until) + 1, daysOfMonth: day.daysInMonth };
}

/** The price of a period: a part of a month costs its days' share of the month (term 14). */
export function calculateProratedAmount(period: BillingPeriod, perMonth: MinorUnits): MinorUnits {
  return prorateAmount(perMonth, period.days, period.daysOfMonth);
}

/** The lines of a month's price as they are charged for a period (term 14). */
export function linesOfPeriod<Line extends { readonly amount: MinorUnits }>(
  lines: readonly Line[],
  period: BillingPeriod,
): Line[] {
  return lines.map(line => ({ ...line, amount: calculateProratedAmount(period, line.amount) }));
}

/** The 1st of the month after a day: when the next invoice is due (term 14). */
export function getFirstOfNextMonth(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1 }).add({ months: 1 });
}

/** A period as people write it: "1 to 31 March 2027". */
export function formatBillingPeriod({ from, until }: Pick<BillingPeriod, 'from' | 'until'>): string {
  const month = until.toLocaleString('en-GB', { month: 'long', year: 'numeric' });
  return from.equals(until) ? `${until.day} ${month}` : `${from.day} to ${until.day} ${month}`;
}

/** What is known of a subscription besides its order. */
export interface Subscription {
  /** What a whole month costs. */
  readonly monthlyAmount: MinorUnits;
  /** The first day that no invoice covers: on it the next one is issued, unless it is paused or ends. */
  readonly nextInvoiceOn: Temporal.PlainDate;
  /** From this day on nothing is invoiced, until it is resumed. */
  readonly pausedFrom: Temporal.PlainDate | null;
  /** Its last day, once somebody has ended it. */
  readonly endsOn: Temporal.PlainDate | null;
}

/** Paused and ending begin as somebody says so, though what was invoiced is still delivered. */

export function getSubscriptionStatus(
  day: Temporal.PlainDate,
  { pausedFrom, endsOn }: Subscription,
): SubscriptionStatus {
  if (endsOn) return isAfter(day, endsOn) ? 'ended' : 'ending';
  return pausedFrom ? 'paused' : 'active';
}

/**
 * What is to be invoiced on a day, oldest first: each month that has begun and was not invoiced, also where a run was
 * missed (term 14). `begunOn` is the day of the first payment; null before it, when nothing more is asked for. Whoever
 * paid after the first period was over is asked for the days from then on.
 */
export function listDuePeriods(
  day: Temporal.PlainDate,
  subscription: Subscription,
  begunOn: Temporal.PlainDate | null,
): BillingPeriod[] {
  if (begunOn === null || getSubscriptionStatus(day, subscription) !== 'active') return [];
  const periods: BillingPeriod[] = [];
  let from = maxDate(subscription.nextInvoiceOn, begunOn);
  for (; !isAfter(from, day); from = getFirstOfNextMonth(from)) periods.push(getBillingPeriod(from));
  return periods;
}
