import { splitIntoParts, splitOff } from '#features/billing/rules/splits.ts';
import { type TaxRule, totalsOfSum } from '#features/billing/rules/totals.ts';
import type { MinorUnits, Money } from '#shared/money.ts';
import { difference, fractionOf, percentOf, sumOf } from '#shared/money-arithmetic.ts';
import type { OrderKind, OrderState } from '../contract/life.ts';
import { FEWEST_INSTALLMENTS, MOST_INSTALLMENTS } from '../contract/limits.ts';
import type { PriceLine } from '../contract/snapshots.ts';
import type { SellingFigures } from '#features/pricing/contract/payment-terms.ts';
import { monthlyFrom } from './calendar.ts';
import type { OwedDocument } from './late-fees.ts';

/** The lines of an order's price: what was chosen and, where it is urgent, the surcharge on all of it (term 16). */
export function priceLines(
  chosen: readonly { readonly description: string; readonly amount: MinorUnits }[],
  isUrgent: boolean,
  figures: Pick<SellingFigures, 'urgentPercent'>,
): PriceLine[] {
  const lines: PriceLine[] = chosen.map(line => ({ ...line, term: null }));
  if (!isUrgent) return lines;
  const amount = percentOf(totalOf(lines), figures.urgentPercent * 100);
  return [...lines, { description: `Urgent delivery, ${figures.urgentPercent}%`, amount, term: 16 }];
}

/** The one function that gives a total from lines. */
export function totalOf(lines: readonly { readonly amount: MinorUnits }[]): MinorUnits {
  return sumOf(lines.map(line => line.amount));
}

/** Returns how much of a sum of lines the deposit takes, rounded up to a part that can be invoiced by itself (term 1). */
export function depositOf(
  sum: MinorUnits,
  tax: TaxRule,
  { depositPercent }: Pick<SellingFigures, 'depositPercent'>,
): MinorUnits {
  const target = difference(sum, fractionOf(sum, 100 - depositPercent, 100, 'down'));
  return splitOff(sum, target, tax, { up: true });
}

/** Returns what the deposit of an order comes to, with its tax, and what is left of the total (terms 1 and 2). */
export function depositAndBalance(
  { lines, tax }: { readonly lines: readonly { readonly amount: MinorUnits }[]; readonly tax: TaxRule },
  figures: Pick<SellingFigures, 'depositPercent'>,
): { readonly deposit: MinorUnits; readonly balance: MinorUnits } {
  const sum = totalOf(lines);
  const { total: deposit } = totalsOfSum(depositOf(sum, tax, figures), tax);
  return { deposit, balance: difference(totalsOfSum(sum, tax).total, deposit) };
}

/** Whether the balance of an order of this total may be paid in installments (term 4): never where the two are in other currencies. */
export function allowsInstallments(total: Money, { installmentsFrom }: SellingFigures): boolean {
  return total.currency === installmentsFrom.currency && total.minor >= installmentsFrom.minor;
}

/** The states in which the balance is not asked for yet. */
const BEFORE_BALANCE: ReadonlySet<OrderState> = new Set([
  'agreed',
  'deposit_paid',
  'content_received',
  'in_progress',
  'in_review',
] as const);

/** The numbers of installments that there are. */
export const installmentCounts: readonly number[] = Array.from(
  { length: MOST_INSTALLMENTS - FEWEST_INSTALLMENTS + 1 },
  (_none, more) => FEWEST_INSTALLMENTS + more,
);

/** Returns the balance invoice if nothing has been paid or credited on it yet. */
export function unpaidBalance<Invoice extends Pick<OwedDocument, 'isBalance' | 'settled'>>(
  documents: readonly Invoice[],
): Invoice | undefined {
  return documents.find(({ isBalance, settled }) => isBalance && settled === 0);
}

/**
 * Returns the numbers of installments that the client can choose for the balance (term 4): none once its invoice is paid or
 * a payment for it awaits confirmation.
 */
export function installmentChoices(
  order: {
    readonly kind: OrderKind;
    readonly state: OrderState;
    readonly total: MinorUnits;
    readonly currency: string;
    readonly terms: { readonly figures: SellingFigures };
  },
  {
    documents,
    hasPaymentInReview,
  }: { readonly documents: readonly OwedDocument[]; readonly hasPaymentInReview: boolean },
): readonly number[] {
  const { kind, state, total, currency, terms } = order;
  if (kind !== 'plan' && kind !== 'custom') return [];
  if (!allowsInstallments({ minor: total, currency }, terms.figures)) return [];
  const isReplaceable = state === 'completed' && !hasPaymentInReview && unpaidBalance(documents) !== undefined;
  return BEFORE_BALANCE.has(state) || isReplaceable ? installmentCounts : [];
}

/** Returns a balance in monthly parts that sum to it (term 4); the first is due on the day given, the others on that day of the next months. */
export function installmentsOf(
  balance: MinorUnits,
  count: number,
  firstDueOn: Temporal.PlainDate,
  tax: TaxRule,
): { readonly amount: MinorUnits; readonly dueOn: Temporal.PlainDate }[] {
  if (!Number.isInteger(count) || count < FEWEST_INSTALLMENTS || count > MOST_INSTALLMENTS) {
    throw new RangeError(`There are ${FEWEST_INSTALLMENTS} to ${MOST_INSTALLMENTS} installments, not ${count}.`);
  }
  const days = monthlyFrom(firstDueOn, count);
  return splitIntoParts(balance, count, tax).map((amount, place) => ({ amount, dueOn: days[place] ?? firstDueOn }));
}
