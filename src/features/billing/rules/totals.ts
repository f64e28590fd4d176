import type { MinorUnits } from '#shared/money.ts';
import {
  subtractAmounts,
  prorateAmount,
  multiplyAmount,
  ZERO,
  calculatePercentage,
  sumAmounts,
} from '#shared/money-arithmetic.ts';

/** Input of all totals. Screen, PDF, payment and email all use this calculation. */
export interface TotalsInput {
  readonly lineItems: readonly { readonly quantity: number; readonly unitAmount: MinorUnits }[];
  /** Whether line amounts exclude or include tax. */
  readonly taxBehavior: 'exclusive' | 'inclusive';
  readonly tax: { readonly basisPoints: number };
}

export interface Totals {
  /** The taxable amount (EN 16931 BT-116). */
  readonly subtotal: MinorUnits;
  /** The taxable amount times the rate, rounded half up (BT-117, rule BR-CO-17). */
  readonly taxAmount: MinorUnits;
  /** Difference if no taxable amount plus tax equals the gross price (BT-114): -1, 0 or 1. */
  readonly rounding: MinorUnits;
  readonly total: MinorUnits;
}

export function calculateLineAmount(line: TotalsInput['lineItems'][number]): MinorUnits {
  return multiplyAmount(line.unitAmount, line.quantity);
}

/**
 * Returns subtotal, tax and total of lines, in minor units. Tax is calculated once on the sum, rounding half away from
 * zero, so that a credit note refunds exactly what was charged.
 */
export function calculateTotals({ lineItems, taxBehavior, tax }: TotalsInput): Totals {
  return totalsOfSum(sumAmounts(lineItems.map(calculateLineAmount)), {
    behavior: taxBehavior,
    basisPoints: tax.basisPoints,
  });
}

/** How a sum is taxed: including or excluding tax, and the rate in basis points. */
export interface TaxRule {
  readonly behavior: 'exclusive' | 'inclusive';
  readonly basisPoints: number;
}

/** Returns the totals of lines that sum to `sum`. */
export function totalsOfSum(sum: MinorUnits, { behavior, basisPoints }: TaxRule): Totals {
  if (behavior === 'exclusive') {
    const taxAmount = calculatePercentage(sum, basisPoints);
    return { subtotal: sum, taxAmount, rounding: ZERO, total: sumAmounts([sum, taxAmount]) };
  }
  const subtotal = subtractAmounts(sum, prorateAmount(sum, basisPoints, 10_000 + basisPoints));
  const taxAmount = calculatePercentage(subtotal, basisPoints);
  return { subtotal, taxAmount, rounding: subtractAmounts(sum, sumAmounts([subtotal, taxAmount])), total: sum };
}
