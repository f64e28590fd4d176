import { getFractionDigits, type Money } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { ProviderName } from '../contract/enums.ts';

/**
 * Currencies that Stripe counts without decimals, and in thousandths (docs.stripe.com/currencies). All others in
 * hundredths.
 */
const WHOLE_AT_STRIPE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS_AT_STRIPE = 'BHD JOD KWD OMR TND'.split(' ');

/**
 * Currencies that PayPal accepts, and those of them that it accepts without decimals only (developer.paypal.com,
 * currency codes).
 */
const AT_PAYPAL =
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' ');
const WHOLE_AT_PAYPAL = 'HUF JPY TWD'.split(' ');

/** Returns a provider's number of decimal digits for a currency; undefined if unsupported. */
function digitsAt(provider: ProviderName, currency: string): number | undefined {
  if (provider === 'paypal') {
    if (!AT_PAYPAL.includes(currency)) return undefined;
    return WHOLE_AT_PAYPAL.includes(currency) ? 0 : 2;
  }
  if (WHOLE_AT_STRIPE.includes(currency)) return 0;
  return THOUSANDTHS_AT_STRIPE.includes(currency) ? 3 : 2;
}

/** Converts an amount to a provider's units; null if it can't be represented. */
export function toProviderUnits(provider: ProviderName, { minor, currency }: Money): number | null {
  const digits = digitsAt(provider, currency);
  if (digits === undefined) return null;
  const units = shifted(minor, digits - getFractionDigits(currency));
  // Stripe refuses thousandths with a last digit other than 0.
  return units !== null && digits === 3 && units % 10 !== 0 ? null : units;
}

/** Converts a provider's units to an amount; null if it can't be represented. */
export function fromProviderUnits(provider: ProviderName, units: number, currency: string): Money | null {
  const digits = digitsAt(provider, currency);
  if (digits === undefined || !Number.isSafeInteger(units)) return null;
  const minor = shifted(units, getFractionDigits(currency) - digits);
  return minor === null ? null : { minor: toMinorUnits(minor), currency };
}

/** Formats a provider's units as text, "286.93 EUR", even if they can't be represented as an amount. */
export function providerUnitsText(provider: ProviderName, units: number, currency: string): string {
  return `${withPoint(units, digitsAt(provider, currency) ?? 0)} ${currency}`;
}

/** Formats an amount as PayPal's decimal text, such as 39.90; null if it can't be represented. */
export function toProviderDecimal(provider: ProviderName, money: Money): string | null {
  const units = toProviderUnits(provider, money);
  const digits = digitsAt(provider, money.currency) ?? 0;
  if (units === null) return null;
  return withPoint(units, digits);
}

function withPoint(units: number, digits: number): string {
  const text = String(units).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Parses PayPal's decimal text; null if it can't be represented. */
export function fromProviderDecimal(provider: ProviderName, text: string, currency: string): Money | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  const digits = digitsAt(provider, currency);
  if (whole === undefined || digits === undefined) return null;
  // Amounts without decimals may have zeros after the decimal point.
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  return fromProviderUnits(provider, Number(whole + fraction.slice(0, digits).padEnd(digits, '0')), currency);
}

function shifted(units: number, by: number): number | null {
  if (by >= 0) return Number.isSafeInteger(units * 10 ** by) ? units * 10 ** by : null;
  const divisor = 10 ** -by;
  return units % divisor === 0 ? units / divisor : null;
}
