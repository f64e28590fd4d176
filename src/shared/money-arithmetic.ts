// Apart from `money.ts`, which readers' pages write prices by: nothing here comes with them.
import { getFractionDigits, type MinorUnits, type Money } from './money.ts';

/** Takes a number for an amount; throws a RangeError where it is not whole or too large to be exact. */
export function toMinorUnits(count: number): MinorUnits {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is no whole number of minor units.`);
  return count as MinorUnits;
}

export const ZERO = toMinorUnits(0);

export function sumAmounts(amounts: readonly MinorUnits[]): MinorUnits {
  return toMinorUnits(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

export function subtractAmounts(from: MinorUnits, taken: MinorUnits): MinorUnits {
  return toMinorUnits(from - taken);
}

/** An amount `count` times, which is a whole number. */
export function multiplyAmount(amount: MinorUnits, count: number): MinorUnits {
  return toMinorUnits(amount * toMinorUnits(count));
}

/**
 * A part of an amount as a fraction of two whole numbers, such as 13 of 31 days. What is left over goes to the nearest
 * whole unit, half a unit away from zero; or `down`, towards zero.
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

/** Per cent of an amount, in basis points (500 are 5%); half a unit is rounded away from zero. */
export function calculatePercentage(amount: MinorUnits, basisPoints: number): MinorUnits {
  return prorateAmount(amount, basisPoints, 10_000);
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
  const digits = getFractionDigits(currency);
  const fraction = match?.[2] ?? '';
  if (!match?.[1] || fraction.length > digits) throw new RangeError(`"${text}" is not an amount in ${currency}.`);
  return { minor: toMinorUnits(Number(match[1] + fraction.padEnd(digits, '0'))), currency };
}
