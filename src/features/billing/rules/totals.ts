import type { MinorUnits } from '#shared/money.ts';
import { difference, fractionOf, multiple, percentOf, sumOf } from '#shared/money-arithmetic.ts';

/** What a total follows from. Nothing else computes one: screen, PDF, payment and mail all ask here. */
export interface Charges {
  readonly lines: readonly { readonly quantity: number; readonly unitAmount: MinorUnits }[];
  /** Whether the amounts of the lines are without the tax or contain it. */
  readonly prices: 'net' | 'gross';
  readonly tax: { readonly basisPoints: number };
}

export interface Totals {
  /** Without the tax. */
  readonly subtotal: MinorUnits;
  readonly taxAmount: MinorUnits;
  readonly total: MinorUnits;
}

/** What a line comes to. */
export function lineAmount(line: Charges['lines'][number]): MinorUnits {
  return multiple(line.unitAmount, line.quantity);
}

/**
 * Subtotal, tax and total of some lines, all in minor units. The tax is computed once, on the sum of all lines, so that
 * their order and number change nothing; half a unit is rounded away from zero, so that a credit note gives back exactly
 * what was charged.
 */
export function totalsOf({ lines, prices, tax }: Charges): Totals {
  const sum = sumOf(lines.map(lineAmount));
  if (prices === 'net') {
    const taxAmount = percentOf(sum, tax.basisPoints);
    return { subtotal: sum, taxAmount, total: sumOf([sum, taxAmount]) };
  }
  const taxAmount = fractionOf(sum, tax.basisPoints, 10_000 + tax.basisPoints);
  return { subtotal: difference(sum, taxAmount), taxAmount, total: sum };
}
