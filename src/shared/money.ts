/** An amount of money: whole minor units (cents) and an ISO 4217 code. Never a float (domain, "Money"). */
export interface Money {
  readonly minor: number;
  readonly currency: string;
}

const digitsOf = new Map<string, number>();

/** How many decimal digits a currency has (ISO 4217): 2 for USD, 0 for JPY. */
export function fractionDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

/** How people in the owner's language write a currency: $ for USD. */
function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  return parts.find(part => part.type === 'currency')?.value ?? currency;
}

/**
 * Reads a plain decimal such as "39.99" or "$499" into minor units without passing through a float.
 * Throws a RangeError when the text is no amount or has more digits than the currency.
 */
export function parseMoney(text: string, currency: string): Money {
  const sign = signOf(currency);
  const plain = (text.trim().startsWith(sign) ? text.trim().slice(sign.length) : text).trim();
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(plain);
  const digits = fractionDigits(currency);
  const fraction = match?.[2] ?? '';
  if (!match?.[1] || fraction.length > digits) throw new RangeError(`"${text}" is not an amount in ${currency}.`);
  return { minor: Number(match[1] + fraction.padEnd(digits, '0')), currency };
}

/** Writes an amount for people: "$499", "$39.99". Whole amounts go without decimals unless `exact`. */
export function formatMoney(money: Money, options: { exact?: boolean } = {}): string {
  const scale = 10 ** fractionDigits(money.currency);
  const whole = money.minor % scale === 0 && !options.exact;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: money.currency,
    ...(whole ? { maximumFractionDigits: 0 } : {}),
  }).format(money.minor / scale);
}

/** The decimal text of an amount, "39.99", as structured data (schema.org `price`) wants it. */
export function decimalText(money: Money): string {
  const digits = fractionDigits(money.currency);
  const text = String(money.minor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
