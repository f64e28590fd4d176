import { fractionDigits } from '#shared/money.ts';
import { minorUnits } from '#shared/money-arithmetic.ts';
import { basisPointsOf } from '../contract/tax-rate.ts';
import { totalsOf } from './totals.ts';
import { amountText, rateText } from './labels.ts';

/** What becomes of a price of 100 with the tax that is typed, as a sentence; undefined where there is none, or it cannot be read. */
export function taxExample(typed: Readonly<Record<string, string>>, currency: string): string | undefined {
  const basisPoints = basisPointsOf(typed.taxRate ?? '');
  if (!basisPoints) return undefined;
  const price = minorUnits(100 * 10 ** fractionDigits(currency));
  const prices = typed.prices === 'net' ? 'net' : 'gross';
  const sums = totalsOf({ lines: [{ quantity: 1, unitAmount: price }], prices, tax: { basisPoints } });
  const [net, tax, total] = [sums.subtotal, sums.taxAmount, sums.total].map(minor => amountText(minor, currency));
  const name = `${typed.taxName ?? ''} ${rateText(basisPoints)}`.trim();
  return `A price of ${amountText(price, currency)}: ${net} and ${name}, ${tax}. The client pays ${total}.`;
}
