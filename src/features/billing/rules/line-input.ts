import { parseAmount } from '#shared/parse-amount.ts';
import type { MinorUnits } from '#shared/money.ts';
import { calculatePercentage } from '#shared/money-arithmetic.ts';
import type { LineItem } from '../contract/documents.ts';
import { parseTaxRate } from '../contract/tax-rate.ts';

export type Discount = NonNullable<LineItem['discount']>;

export const QUANTITY_PROBLEM = 'Enter a quantity from 0.01 to 999,999.99.';

const QUANTITY = /^(\d{1,6})(?:[.,](\d{1,2}))?$/;

/** Parses a quantity such as "1.5" or "1,25"; undefined if it isn't above 0 or has more than two decimals. */
export function parseQuantity(text: string): number | undefined {
  const [, whole, fraction = ''] = QUANTITY.exec(text.trim()) ?? [];
  const hundredths = Number(`${whole ?? 'x'}${fraction.padEnd(2, '0')}`);
  return hundredths > 0 ? hundredths / 100 : undefined;
}

/** Parses a discount on a price: an amount or a percentage. Returns undefined for none, and a message if it's invalid. */
export function parseDiscount(
  typed: string,
  price: MinorUnits,
  { currency, whole }: { readonly currency: string; readonly whole: string },
): Discount | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const basisPoints = text.endsWith('%') ? parseTaxRate(text) : undefined;
  const parsed = text.endsWith('%') ? undefined : parseAmount(text, currency);
  const amount =
    basisPoints === undefined
      ? parsed && 'amount' in parsed && parsed.amount.minor
      : calculatePercentage(price, basisPoints);
  if (amount === undefined || amount === false) return 'Enter an amount, such as 50, or a percentage, such as 10%.';
  if (amount > price) return `The discount can’t be more than the price of ${whole}.`;
  return amount === 0 ? undefined : { amount, ...(basisPoints === undefined ? {} : { basisPoints }) };
}
