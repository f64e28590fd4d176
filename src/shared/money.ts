import type { $brand } from 'zod';

/**
 * An integer amount in minor currency units, such as cents; negative for refunds. Plain arithmetic may give a fraction,
 * so amounts are calculated only by the functions of `money-arithmetic.ts` (domain, "Money").
 */
export type MinorUnits = number & $brand<'MinorUnits'>;

/** An amount of money in an ISO 4217 currency. */
export interface Money {
  readonly minor: MinorUnits;
  readonly currency: string;
}

const digitsOf = new Map<string, number>();

/** Returns the number of decimal digits of a currency (ISO 4217): 2 for USD, 0 for JPY. */
export function getFractionDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

/** Formats an amount for display: "$499", "$39.99". Whole amounts have no decimals unless `exact`. */
export function formatMoney(money: Money, options: { exact?: boolean; locale?: string } = {}): string {
  const whole = money.minor % 10 ** getFractionDigits(money.currency) === 0 && !options.exact;
  return formatFor(money.currency, whole, options.locale).format(toDecimalString(money));
}

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(currency: string, whole: boolean, locale = 'en-US'): Intl.NumberFormat {
  const key = `${locale} ${currency} ${whole}`;
  let format = formats.get(key);
  if (!format) {
    const digits = whole ? { maximumFractionDigits: 0 } : {};
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
    formats.set(key, format);
  }
  return format;
}

/** Returns an amount as a decimal, "39.99", as in structured data (schema.org `price`). */
export function toDecimalString(money: Money): Intl.StringNumericLiteral {
  const digits = getFractionDigits(money.currency);
  const text = String(Math.abs(money.minor)).padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return `${money.minor < 0 ? '-' : ''}${decimal}` as Intl.StringNumericLiteral;
}
