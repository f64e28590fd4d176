import { getFractionDigits, toDecimalString, type Money } from './money.ts';
import { parseMoney } from './money-arithmetic.ts';

/** Maximum amount in minor units: the limit of the database column. */
const MAX_MINOR = 2_147_483_647;

/** Locales with the symbols that owners and clients see. */
const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'bn-BD'];

const BENGALI_DIGITS = '০১২৩৪৫৬৭৮৯';

/**
 * Parses a typed amount, such as "499", "$1,499" or "1.499,50 €", or returns the error message. A single group such as
 * "1.499" is only read if the currency has no decimals or three, since it could also be a mistyped decimal.
 */
export function parseAmount(text: string, currency: string): { amount: Money } | { error: string } {
  const typed = text.trim();
  if (typed === '') return { error: 'Fill out this field.' };
  try {
    const decimal = toPlainDecimal(withoutSymbol(typed, currency), currency);
    if (/^0*[1-9]\d{12,}(?:\.\d+)?$/.test(decimal)) return { error: 'Enter a lower amount.' };
    const amount = parseMoney(decimal, currency);
    return amount.minor > MAX_MINOR ? { error: 'Enter a lower amount.' } : { amount };
  } catch {
    return { error: `Enter an amount in ${currency}, such as 499 or 499.50.` };
  }
}

/** Removes the symbol or code of the currency from the start or the end. */
function withoutSymbol(typed: string, currency: string): string {
  const symbols = LOCALES.flatMap(locale =>
    (['symbol', 'narrowSymbol', 'code'] as const).flatMap(currencyDisplay =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .flatMap(({ type, value }) => (type === 'currency' ? value : [])),
    ),
  ).toSorted((one, other) => other.length - one.length);
  const before = symbols.find(symbol => typed.startsWith(symbol));
  if (before !== undefined) return typed.slice(before.length).trim();
  const after = symbols.find(symbol => typed.endsWith(symbol));
  return after === undefined ? typed : typed.slice(0, -after.length).trim();
}

/** Returns a number as written in one of the locales, or in India or Switzerland, with a decimal point only. */
function toPlainDecimal(typed: string, currency: string): string {
  const number = typed
    .replaceAll(/[০-৯]/g, digit => String(BENGALI_DIGITS.indexOf(digit)))
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  if (/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(number)) return number.replaceAll(',', '');
  const hasPointGroups = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(number);
  const isClear = /[.,]\d+[.,]/.test(number) || getFractionDigits(currency) === 0;
  return (hasPointGroups && isClear ? number.replaceAll('.', '') : number).replace(',', '.');
}

/** Formats an amount for a form field, without an empty fraction. */
export function formatAmountInput(amount: Money): string {
  return toDecimalString(amount).replace(/\.0+$/, '');
}
