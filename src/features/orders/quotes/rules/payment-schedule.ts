import { taxKey } from '#features/billing/rules/totals.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { parseAmount } from '#shared/parse-amount.ts';
import { isAfter } from '#shared/dates.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { calculatePercentage, subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { formatPlainDate } from '#shared/time.ts';
import { MAX_MILESTONES } from '../../lifecycle/contract/limits.ts';
import type { Milestone } from '../../lifecycle/contract/snapshots.ts';
import { planMilestones, splitBalance } from '../../lifecycle/rules/milestones.ts';
import { splitDeposit } from '../../lifecycle/rules/prices.ts';
import type { Priced } from '../../lifecycle/rules/tax.ts';
import { splitIntoParts, sumShares, totalOfShares } from '../../lifecycle/rules/tax-shares.ts';

/** A milestone as the owner enters it; the last one has no amount, since it is the rest. */
export interface EnteredMilestone {
  readonly description: string;
  readonly amount: string;
  readonly dueOn: string;
}

/** The price that milestones split. */
export interface SplitPrice extends Priced {
  readonly total: MinorUnits;
  readonly currency: string;
  readonly settings: Pick<PaymentTermSettings, 'depositPercent'>;
}

const MAX_YEARS = 5;

/** Parses the amount of a milestone including tax: money such as "300", or a percentage of the total such as "25%". */
export function parseMilestoneAmount(
  text: string,
  { total, currency }: Pick<SplitPrice, 'total' | 'currency'>,
): { readonly amount: MinorUnits } | { readonly error: string } {
  if (text.trim() === '') return { error: 'Enter an amount, such as 300 or 25%.' };
  const [, percent] = /^\s*(\d{1,2}(?:\.\d{1,2})?)\s*%\s*$/.exec(text) ?? [];
  const parsed = percent === undefined ? parseAmount(text, currency) : undefined;
  if (parsed && 'error' in parsed) {
    return text.includes('%') ? { error: 'Enter a percentage below 100, such as 25% or 12.5%.' } : parsed;
  }
  const amount = parsed ? parsed.amount.minor : calculatePercentage(total, Math.round(Number(percent) * 100));
  return amount > 0 ? { amount } : { error: 'Enter an amount above zero.' };
}

/** Returns the fixed amounts of entered milestones; invalid ones are zero, for a live preview. */
export function readMilestoneAmounts(entered: readonly EnteredMilestone[], price: SplitPrice): MinorUnits[] {
  return entered.slice(0, -1).map(({ amount }) => {
    const parsed = parseMilestoneAmount(amount, price);
    return 'amount' in parsed ? parsed.amount : ZERO;
  });
}

/** Returns the amounts including tax that entered milestones get, and the rest, as far as they are filled in. */
export function calculateMilestones(entered: readonly EnteredMilestone[], price: SplitPrice) {
  const { shares, rest } = splitBalance(price, price.settings, readMilestoneAmounts(entered, price));
  return [...shares, rest].map(totalOfShares);
}

/** Splits the balance into amounts including tax, as equal as possible. */
export function splitEqually(price: SplitPrice, count: number): MinorUnits[] {
  const { rest } = splitBalance(price, price.settings, []);
  return splitIntoParts(rest, count).map(totalOfShares);
}

/** Returns the milestones of a quote with their amounts including tax; the last one is the rest after the deposit. */
export function priceMilestones(
  milestones: readonly Milestone[],
  { settings, ...price }: Omit<SplitPrice, 'currency' | 'total'>,
): (Milestone & { readonly amount: MinorUnits })[] {
  const planned = planMilestones(milestones, splitBalance(price, settings, []).rest);
  return planned.map(milestone => ({ ...milestone, amount: totalOfShares(milestone.shares) }));
}

/** Returns the milestones to store with a quote, or an error for each field that needs attention. */
export function parseMilestones(
  entered: readonly EnteredMilestone[],
  price: SplitPrice,
  { expiresOn, today }: Readonly<Record<'expiresOn' | 'today', Temporal.PlainDate>>,
): { readonly milestones: Milestone[] } | { readonly errors: Readonly<Record<string, string>> } {
  const { balance } = splitDeposit(price, price.settings);
  if (balance <= 0)
    return { errors: { installments: 'The deposit is the complete total, so there is no balance to split.' } };
  const errors: Record<string, string> = {};
  const { shares, rest } = splitBalance(price, price.settings, readMilestoneAmounts(entered, price));
  let left = sumAmounts([...shares, rest].map(sumShares));
  let previous: Temporal.PlainDate | null = null;
  const milestones = entered.map(({ description, amount, dueOn }, index): Milestone => {
    const on = Temporal.PlainDate.from(dueOn);
    const dateError = findDateError(on, { previous, expiresOn, today });
    if (dateError) errors[`milestones.${index}.dueOn`] = dateError;
    previous = on;
    if (index === entered.length - 1) {
      if (amount.trim() !== '') errors[`milestones.${index}.amount`] = 'Leave the last amount empty. It’s the rest.';
      return { description, amount: null, entered: '', dueOn, invoiceId: null };
    }
    const parsed = parseMilestoneAmount(amount, price);
    const own = shares[index] ?? [];
    const share = sumShares(own);
    if ('error' in parsed) errors[`milestones.${index}.amount`] = parsed.error;
    else if (share <= 0 || share >= left) {
      const limit = formatMoney({ minor: balance, currency: price.currency }, { exact: true });
      errors[`milestones.${index}.amount`] =
        `The amounts must total less than the balance of ${limit}. The last milestone is the rest.`;
    }
    left = subtractAmounts(left, share);
    const amounts = Object.fromEntries(own.map(({ tax, amount: ofTax }) => [taxKey(tax), ofTax]));
    return { description, amount: share, amounts, entered: amount.trim(), dueOn, invoiceId: null };
  });
  return Object.keys(errors).length > 0 ? { errors } : { milestones };
}

function findDateError(
  on: Temporal.PlainDate,
  {
    previous,
    expiresOn,
    today,
  }: Readonly<Record<'expiresOn' | 'today', Temporal.PlainDate>> & { readonly previous: Temporal.PlainDate | null },
): string | null {
  const format = (date: Temporal.PlainDate) => formatPlainDate(date.toString());
  if (isAfter(expiresOn, on)) {
    return `Choose ${format(expiresOn)} or later. The client can accept the quote until then.`;
  }
  if (previous && !isAfter(on, previous)) return `Choose a date after ${format(previous)}.`;
  return isAfter(on, today.add({ years: MAX_YEARS })) ? `Choose a date within ${MAX_YEARS} years.` : null;
}

/** Returns a milestone as a line below the total. */
export function toPricePart({
  description,
  dueOn,
  amount,
}: Pick<Milestone, 'description' | 'dueOn'> & { readonly amount: MinorUnits }) {
  return { label: `${description}, due ${formatPlainDate(dueOn)}`, amount, term: null };
}

/** Returns whether the text of a date field is complete. */
export const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Returns the entered milestones as lines below the total, as far as they are filled in. */
export function listTypedParts(entered: readonly EnteredMilestone[], price: SplitPrice) {
  const amounts = calculateMilestones(entered, price);
  return entered.map(({ dueOn, ...row }, index) => {
    const amount = amounts[index] ?? ZERO;
    const description = row.description.trim() || `Milestone ${index + 1}`;
    return isDate(dueOn) ? toPricePart({ description, dueOn, amount }) : { label: description, amount, term: null };
  });
}

export const milestoneIntervals = ['weekly', 'biweekly', 'monthly', 'quarterly'] as const;
export type MilestoneInterval = (typeof milestoneIntervals)[number];

const DAYS_OF_WEEKS: Partial<Record<MilestoneInterval, number>> = { weekly: 7, biweekly: 14 };

/** Returns `count` ISO dates at an interval, the first on `start`; in shorter months, the last day. */
export function listMilestoneDates(start: string, count: number, interval: MilestoneInterval): string[] {
  // Without Temporal, which some browsers lack.
  const first = new Date(start);
  const [year, month, day] = [first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()];
  const days = DAYS_OF_WEEKS[interval];
  const months = interval === 'quarterly' ? 3 : 1;
  return Array.from({ length: count }, (_none, index) => {
    const lastDay = new Date(Date.UTC(year, month + index * months + 1, 0)).getUTCDate();
    const date = days
      ? new Date(Date.UTC(year, month, day + index * days))
      : new Date(Date.UTC(year, month + index * months, Math.min(day, lastDay)));
    return date.toISOString().slice(0, 10);
  });
}

/** Name of the form field with the number of milestones. */
export const MILESTONE_COUNT = 'milestoneCount';

const NO_MILESTONE: EnteredMilestone = { description: '', amount: '', dueOn: '' };

/** Returns milestones as fields of the quote form, which has room for the maximum. */
export function toMilestoneFields(milestones: readonly EnteredMilestone[]): Record<string, string> {
  const rows = Array.from({ length: MAX_MILESTONES }, (_none, index) => milestones[index] ?? NO_MILESTONE);
  return {
    [MILESTONE_COUNT]: String(Math.max(milestones.length, 2)),
    ...Object.fromEntries(
      rows.flatMap((row, index) => Object.entries(row).map(([part, value]) => [`milestones.${index}.${part}`, value])),
    ),
  };
}

/** Returns the milestones entered in the quote form, in order. */
export function readMilestoneFields(values: Readonly<Record<string, string | undefined>>): EnteredMilestone[] {
  const length = Math.min(Number(values[MILESTONE_COUNT]) || 0, MAX_MILESTONES);
  const read = (index: number, part: keyof EnteredMilestone) => values[`milestones.${index}.${part}`] ?? '';
  return Array.from({ length }, (_none, index) => ({
    description: read(index, 'description'),
    amount: read(index, 'amount'),
    dueOn: read(index, 'dueOn'),
  }));
}
