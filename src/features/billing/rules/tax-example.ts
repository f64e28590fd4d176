import { getFractionDigits } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { parseTaxRate } from '../contract/tax-rate.ts';
import { calculateTotals } from './totals.ts';
import { formatAmount } from './labels.ts';
import { rateText } from '#shared/price-tax.ts';

/** Returns an example of a price of 100 with the entered tax; undefined without tax or if it is invalid. */
export function formatTaxExample(typed: Readonly<Record<string, string>>, currency: string): string | undefined {
  const basisPoints = parseTaxRate(typed.taxRate ?? '');
  if (!basisPoints) return undefined;
  const price = toMinorUnits(100 * 10 ** getFractionDigits(currency));
  const taxBehavior = typed.taxBehavior === 'exclusive' ? 'exclusive' : 'inclusive';
  const sums = calculateTotals({ lineItems: [{ quantity: 1, unitAmount: price }], taxBehavior, tax: { basisPoints } });
  const [net, tax, total] = [sums.subtotal, sums.taxAmount, sums.total].map(minor => formatAmount(minor, currency));
  const name = `${typed.taxName ?? ''} ${rateText(basisPoints)}`.trim();
  return `A price of ${formatAmount(price, currency)}: ${net} and ${name}, ${tax}. The client pays ${total}.`;
}
