import { totalsOf, type Totals } from '#features/billing/rules/totals.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { OrderTax } from '../contract/snapshots.ts';

/** Lines as they are ordered: each once. */
interface Priced {
  readonly lines: readonly { readonly amount: MinorUnits }[];
  readonly tax: OrderTax;
}

/** What the lines of an order, or of a quote beside it, come to with their tax. */
export function totalWithTax({ lines, tax }: Priced): Totals {
  const charged = lines.map(({ amount }) => ({ quantity: 1, unitAmount: amount }));
  return totalsOf({ lines: charged, prices: tax.prices, tax });
}

/** The tax of an order as it is told; null without one. */
export function taxOf(
  order: Priced,
): { name: string; basisPoints: number; amount: MinorUnits; isIncluded: boolean } | null {
  const { name, basisPoints, prices } = order.tax;
  if (basisPoints === 0) return null;
  return { name, basisPoints, amount: totalWithTax(order).taxAmount, isIncluded: prices === 'gross' };
}
