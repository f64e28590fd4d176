import { splitByTax } from '#features/billing/rules/totals.ts';
import { formatMoney, type MinorUnits, type Money } from '#shared/money.ts';
import {
  subtractAmounts,
  prorateAmount,
  calculatePercentage,
  sumAmounts,
  toMinorUnits,
} from '#shared/money-arithmetic.ts';
import type { OrderKind, OrderStatus } from '../contract/enums.ts';
import { MIN_INSTALLMENTS, MAX_INSTALLMENTS } from '../contract/limits.ts';
import type { AgreedTerms, LineItem, Milestone } from '../contract/snapshots.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { listMonthlyDates } from '#shared/dates.ts';
import type { OrderInvoice } from './late-fees.ts';
import { calculateOrderTotals, listShares, type Priced } from './tax.ts';
import { splitIntoParts, sumShares, takePart, type TaxShare, totalOfShares } from './tax-shares.ts';

/** Returns the chosen lines and, if urgent, the surcharge on their sum, as one line per tax (term 16). */
export function buildLineItems(
  chosen: readonly Omit<LineItem, 'term'>[],
  isUrgent: boolean,
  settings: Pick<PaymentTermSettings, 'urgentSurchargePercent'>,
): LineItem[] {
  const lines: LineItem[] = chosen.map(line => ({ ...line, term: null }));
  if (!isUrgent) return lines;
  const surcharge = calculatePercentage(sumLineItems(lines), settings.urgentSurchargePercent * 100);
  const description = `Urgent delivery, ${settings.urgentSurchargePercent}%`;
  return [...lines, ...splitByTax(surcharge, lines).map(share => ({ description, ...share, term: 16 as const }))];
}

export function sumLineItems(lines: readonly { readonly amount: MinorUnits }[]): MinorUnits {
  return sumAmounts(lines.map(line => line.amount));
}

/**
 * Returns the deposit's share of lines, rounded up to a part that can be invoiced separately (term 1). Including tax, it
 * is at least the percentage of the total, rounded down to a minor unit.
 */
export function depositOf(
  shares: readonly TaxShare[],
  { depositPercent }: Pick<PaymentTermSettings, 'depositPercent'>,
): TaxShare[] {
  const sum = sumShares(shares);
  const least = prorateAmount(totalOfShares(shares), depositPercent, 100, 'down');
  let target = subtractAmounts(sum, prorateAmount(sum, 100 - depositPercent, 100, 'down'));
  let deposit = takePart(shares, target, { up: true });
  // Each tax is rounded on its own, so several can fall short.
  while (totalOfShares(deposit) < least) {
    target = sumAmounts([target, toMinorUnits(1)]);
    deposit = takePart(shares, target, { up: true });
  }
  return deposit;
}

/** Returns the deposit including tax, and the rest of the total (terms 1 and 2). */
export function splitDeposit(
  price: Priced,
  settings: Pick<PaymentTermSettings, 'depositPercent'>,
): { readonly deposit: MinorUnits; readonly balance: MinorUnits } {
  const deposit = totalOfShares(depositOf(listShares(price), settings));
  return { deposit, balance: subtractAmounts(calculateOrderTotals(price).total, deposit) };
}

/** Returns whether the balance may be paid in installments (term 4); never if the minimum is in another currency. */
export function allowsInstallments(total: Money, { installmentMinimum }: PaymentTermSettings): boolean {
  return total.currency === installmentMinimum.currency && total.minor >= installmentMinimum.minor;
}

/** Returns a sentence about the totals for which installments are available in a currency (term 4). */
export function describeInstallments(minimum: Money, currency: string): string {
  return minimum.currency === currency
    ? `Installments are available for totals of ${formatMoney(minimum)} or more (term 4).`
    : `Installments are only available in ${minimum.currency} (term 4).`;
}

/** Statuses before the balance is invoiced. */
const BEFORE_BALANCE: ReadonlySet<OrderStatus> = new Set([
  'agreed',
  'deposit_paid',
  'content_received',
  'in_progress',
  'in_review',
] as const);

export const installmentOptions: readonly number[] = Array.from(
  { length: MAX_INSTALLMENTS - MIN_INSTALLMENTS + 1 },
  (_, index) => MIN_INSTALLMENTS + index,
);

/** Returns the balance invoice if nothing has been paid or credited on it yet. */
export function unpaidBalance<Invoice extends Pick<OrderInvoice, 'isBalance' | 'amountSettled'>>(
  documents: readonly Invoice[],
): Invoice | undefined {
  return documents.find(({ isBalance, amountSettled }) => isBalance && amountSettled === 0);
}

/**
 * Returns the numbers of installments that the client can choose for the balance (term 4): none if milestones are
 * agreed, or once its invoice is paid or a payment for it waits for confirmation.
 */
export function listInstallmentOptions(
  order: {
    kind: OrderKind;
    status: OrderStatus;
    total: MinorUnits;
    currency: string;
    agreedTerms: AgreedTerms;
    milestones: readonly Milestone[] | null;
  },
  { documents, hasPaymentInReview }: { documents: readonly OrderInvoice[]; hasPaymentInReview: boolean },
): readonly number[] {
  const { kind, status, total, currency, agreedTerms, milestones } = order;
  if ((kind !== 'plan' && kind !== 'custom') || milestones !== null) return [];
  if (!allowsInstallments({ minor: total, currency }, agreedTerms.settings)) return [];
  const isReplaceable = status === 'completed' && !hasPaymentInReview && unpaidBalance(documents) !== undefined;
  return BEFORE_BALANCE.has(status) || isReplaceable ? installmentOptions : [];
}

/**
 * Splits a balance into monthly parts that add up to it (term 4), due on `firstDueOn` and the same day of the following
 * months.
 */
export function splitIntoInstallments(
  balance: readonly TaxShare[],
  count: number,
  firstDueOn: Temporal.PlainDate,
): { readonly shares: TaxShare[]; readonly dueOn: Temporal.PlainDate }[] {
  if (!Number.isInteger(count) || count < MIN_INSTALLMENTS || count > MAX_INSTALLMENTS) {
    throw new RangeError(`Installments must be ${MIN_INSTALLMENTS} to ${MAX_INSTALLMENTS}, not ${count}`);
  }
  const days = listMonthlyDates(firstDueOn, count);
  return splitIntoParts(balance, count).map((shares, index) => ({ shares, dueOn: days[index] ?? firstDueOn }));
}
