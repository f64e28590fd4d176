import { fractionOf, type MinorUnits } from '#shared/money.ts';
import { daysBetween } from './calendar.ts';

/** What an invoice of a subscription covers: from its first day to its last one. */
export interface Period {
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
  readonly days: number;
  readonly daysOfMonth: number;
}

/** From a day to the end of its month: a whole month where it is the 1st (term 14). */
export function periodFrom(day: Temporal.PlainDate): Period {
  const until = day.with({ day: day.daysInMonth });
  return { from: day, until, days: daysBetween(day, until) + 1, daysOfMonth: day.daysInMonth };
}

/** The price of a period: a part of a month costs its days' share of the month (term 14). */
export function priceOf(period: Period, perMonth: MinorUnits): MinorUnits {
  return fractionOf(perMonth, period.days, period.daysOfMonth);
}

/** The 1st of the month after a day: when the next invoice is due (term 14). */
export function nextFirst(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1 }).add({ months: 1 });
}
