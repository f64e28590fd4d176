import { toDecimalString, type Money } from '#shared/money.ts';
import { parseMoney } from '#shared/money-arithmetic.ts';

/** Maximum amount in minor units: the limit of the database column. */
const MAX_MINOR = 2_147_483_647;

/** Thousands separators as the site formats them: "1,499" matches, "1,50" doesn't. */
const GROUPED = /^\D{0,4}\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Parses a typed amount, such as "499" or "$1,499", or returns the error message. */
export function parseAmount(text: string, currency: string): { amount: Money } | { error: string } {
  const typed = text.trim();
  if (typed === '') return { error: 'Fill out this field.' };
  try {
    const amount = parseMoney(GROUPED.test(typed) ? typed.replaceAll(',', '') : typed, currency);
    return amount.minor > MAX_MINOR ? { error: 'Enter a lower amount.' } : { amount };
  } catch {
    return { error: `Enter an amount in ${currency}, such as 499 or 499.50.` };
  }
}

/** Formats an amount for a form field, without an empty fraction. */
export function formatAmountInput(amount: Money): string {
  return toDecimalString(amount).replace(/\.0+$/, '');
}
