import type { MinorUnits } from '#shared/money.ts';
import {
  subtractAmounts,
  prorateAmount,
  multiplyAmount,
  ZERO,
  calculatePercentage,
  sumAmounts,
} from '#shared/money-arithmetic.ts';

/** What a total follows from. Nothing else computes one: screen, PDF, payment and mail all ask here. */
export interface TotalsInput {
  readonly lines: readonly { readonly quantity: number; readonly unitAmount: MinorUnits }[];
  /** Whether the amounts of the lines are without the tax or contain it. */
  readonly prices: 'net' | 'gross';
  readonly tax: { readonly basisPoints: number };
}

export interface Totals {
  /** The taxable amount (EN 16931 BT-116). */
  readonly subtotal: MinorUnits;
  /** The taxable amount times the rate, rounded half up (BT-117, rule BR-CO-17). */
  readonly taxAmount: MinorUnits;
  /** What makes up the total where no taxable amount and its tax sum to a gross price (BT-114): -1, 0 or 1. */
  readonly rounding: MinorUnits;
  readonly total: MinorUnits;
}

/** What a line comes to. */
export function calculateLineAmount(line: TotalsInput['lines'][number]): MinorUnits {
  return multiplyAmount(line.unitAmount, line.quantity);
}

/**
 * Returns subtotal, tax and total of some lines, in minor units. The tax is computed once, on the sum of all lines; half a
 * unit is rounded away from zero, so that a credit note gives back exactly what was charged.
 */
export function calculateTotals({ lines, prices, tax }: TotalsInput): Totals {
  return totalsOfSum(sumAmounts(lines.map(calculateLineAmount)), { prices, basisPoints: tax.basisPoints });
}

/** How a sum of lines is taxed: whether it contains the tax, and the rate in basis points. */
export interface TaxRule {
  readonly prices: 'net' | 'gross';
  readonly basisPoints: number;
}

/** Returns the totals of lines that sum to `sum`. */
export function totalsOfSum(sum: MinorUnits, { prices, basisPoints }: TaxRule): Totals {
  if (prices === 'net') {
    const taxAmount = calculatePercentage(sum, basisPoints);
    return { subtotal: sum, taxAmount, rounding: ZERO, total: sumAmounts([sum, taxAmount]) };
  }
  const subtotal = subtractAmounts(sum, prorateAmount(sum, basisPoints, 10_000 + basisPoints));
  const taxAmount = calculatePercentage(subtotal, basisPoints);
  return { subtotal, taxAmount, rounding: subtractAmounts(sum, sumAmounts([subtotal, taxAmount])), total: sum };
}
