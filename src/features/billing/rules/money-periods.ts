import { MONEY_PERIOD } from '../contract/money-period.ts';

// Without Temporal, which some browsers lack.

/** A month, quarter or year: its first month, counted from zero, and its number of months. */
export interface MoneyPeriod {
  readonly year: number;
  readonly month: number;
  readonly months: 1 | 3 | 12;
}

/** Parses a period such as 2026, 2026-Q4 or 2026-11; null if it is invalid. */
export function parseMoneyPeriod(text: string): MoneyPeriod | null {
  const [, year, quarter, month] = MONEY_PERIOD.exec(text) ?? [];
  if (year === undefined) return null;
  if (month !== undefined) return { year: Number(year), month: Number(month) - 1, months: 1 };
  if (quarter !== undefined) return { year: Number(year), month: (Number(quarter) - 1) * 3, months: 3 };
  return { year: Number(year), month: 0, months: 12 };
}

/** Returns the name of a period in addresses, such as 2026-Q4. */
export function toPeriodName({ year, month, months }: MoneyPeriod): string {
  if (months === 12) return String(year);
  return months === 3 ? `${year}-Q${month / 3 + 1}` : toMonth(year, month);
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the label of a period, such as "Q4 2026" or "November 2026". */
export function formatMoneyPeriod(period: MoneyPeriod): string {
  const { year, month, months } = period;
  if (months === 12) return String(year);
  return months === 3 ? `Q${month / 3 + 1} ${year}` : monthFormat.format(Date.UTC(year, month));
}

/** Returns the period of the same length that is `count` periods later. */
export function shiftPeriod({ year, month, months }: MoneyPeriod, count: number): MoneyPeriod {
  const index = year * 12 + month + count * months;
  return { year: Math.floor(index / 12), month: index % 12, months };
}

/** Returns the period of this length around the first month of another. */
export function resizePeriod({ year, month }: MoneyPeriod, months: MoneyPeriod['months']): MoneyPeriod {
  return { year, month: month - (month % months), months };
}

/** Returns the first and last day of a period. */
export function getPeriodDays({ year, month, months }: MoneyPeriod): { readonly from: string; readonly to: string } {
  const last = new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
  return { from: `${toMonth(year, month)}-01`, to: last };
}

/** Returns the months of a period, such as 2026-11. */
export function listPeriodMonths({ year, month, months }: MoneyPeriod): string[] {
  return Array.from({ length: months }, (_none, index) => toMonth(year, month + index));
}

const toMonth = (year: number, month: number) => `${year}-${String(month + 1).padStart(2, '0')}`;
