// Separate from `money.ts`, which formats prices on readers' pages, to keep this out of their bundle.
import { getFractionDigits, type MinorUnits, type Money } from './money.ts';

/** Returns a number as an amount in minor units. Throws RangeError unless it is a safe integer. */
export function toMinorUnits(count: number): MinorUnits {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is not a whole number of minor units.`);
  return count as MinorUnits;
}

export const ZERO = toMinorUnits(0);

export function sumAmounts(amounts: readonly MinorUnits[]): MinorUnits {
  return toMinorUnits(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

export function subtractAmounts(from: MinorUnits, taken: MinorUnits): MinorUnits {
  return toMinorUnits(from - taken);
}

/**
 * Returns a fraction of an amount, given as two integers, such as 13 of 31 days. Rounds to the nearest minor unit, with
 * halves away from zero, or `down`, towards zero.
 */
export function prorateAmount(
  amount: MinorUnits,
  part: number,
  whole: number,
  rounding: 'nearest' | 'down' = 'nearest',
): MinorUnits {
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  if (rounding === 'down') return toMinorUnits(Number(product / divisor));
  const half = product < 0n ? -divisor : divisor;
  return toMinorUnits(Number((product * 2n + half) / (divisor * 2n)));
}

/**
 * Splits an amount in proportion to parts; if they sum to zero, all shares are zero. Otherwise the shares sum to the amount, and
 * equal the parts if these do too.
 */
export function splitProportionally(amount: MinorUnits, parts: readonly MinorUnits[]): MinorUnits[] {
  const whole = sumAmounts(parts);
  let [sum, given] = [ZERO, ZERO];
  return parts.map(part => {
    sum = sumAmounts([sum, part]);
    const upTo = whole === 0 ? ZERO : prorateAmount(amount, whole < 0 ? 0 - sum : sum, Math.abs(whole));
    const share = subtractAmounts(upTo, given);
    given = upTo;
    return share;
  });
}

/** Returns a percentage of an amount, in basis points (500 is 5%). Rounds half a minor unit away from zero. */
export function calculatePercentage(amount: MinorUnits, basisPoints: number): MinorUnits {
  return prorateAmount(amount, basisPoints, 10_000);
}

/** Returns the symbol of a currency in US English: $ for USD. */
function getSymbol(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  return parts.find(part => part.type === 'currency')?.value ?? currency;
}

/**
 * Parses a decimal such as "39.99" or "$499" to minor units, without floating-point numbers. Throws RangeError if it is
 * no amount or has more decimals than the currency.
 */
export function parseMoney(text: string, currency: string): Money {
  const symbol = getSymbol(currency);
  const plain = (text.trim().startsWith(symbol) ? text.trim().slice(symbol.length) : text).trim();
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(plain);
  const digits = getFractionDigits(currency);
  const fraction = match?.[2] ?? '';
  if (!match?.[1] || fraction.length > digits) throw new RangeError(`"${text}" is not an amount in ${currency}.`);
  return { minor: toMinorUnits(Number(match[1] + fraction.padEnd(digits, '0'))), currency };
}
