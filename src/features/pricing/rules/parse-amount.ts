import { toDecimalString, type Money } from '#shared/money.ts';
import { parseMoney } from '#shared/money-arithmetic.ts';

/** The highest amount, in minor units: what a column of the database holds. */
const HIGHEST = 2_147_483_647;

/** As the site itself writes amounts: "1,499" is one, "1,50" is none. */
const GROUPED = /^\D{0,4}\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** An amount as it was typed, such as "499" or "$1,499", or the sentence that says what is wrong with it. */
export function parseAmount(text: string, currency: string): { amount: Money } | { error: string } {
  const typed = text.trim();
  if (typed === '') return { error: 'Fill this in.' };
  try {
    const amount = parseMoney(GROUPED.test(typed) ? typed.replaceAll(',', '') : typed, currency);
    return amount.minor > HIGHEST ? { error: 'This amount is too high.' } : { amount };
  } catch {
    return { error: `Write a plain amount in ${currency}, such as 499 or 499.50.` };
  }
}

/** An amount as somebody would type it: a whole one without a fraction. */
export function formatAmountInput(amount: Money): string {
  return toDecimalString(amount).replace(/\.0+$/, '');
}
