import { type Totals, totalsOfSum } from '#features/billing/rules/totals.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts } from '#shared/money-arithmetic.ts';
import type { OrderTax } from '../contract/snapshots.ts';

/** Lines as they are ordered: each once. */
interface Priced {
  readonly lines: readonly { readonly amount: MinorUnits }[];
  readonly tax: OrderTax;
}

/** An invoice over a part of an order's price. */
export interface InvoicedPart {
  readonly subtotal: MinorUnits;
  readonly taxAmount: MinorUnits;
  readonly total: MinorUnits;
}

/** Returns how much of an order's lines was not invoiced yet; with or without tax as its prices are. */
export function restOf({ lines, tax }: Priced, invoiced: readonly InvoicedPart[] = []): MinorUnits {
  const before = sumAmounts(invoiced.map(part => invoicedAmount(part, tax)));
  return subtractAmounts(sumAmounts(lines.map(({ amount }) => amount)), before);
}

/** Returns what an invoice takes of its order's lines, with or without tax as the order's prices are. */
export function invoicedAmount({ subtotal, total }: InvoicedPart, { prices }: OrderTax): MinorUnits {
  return prices === 'net' ? subtotal : total;
}

/**
 * Returns what the lines of an order, or of a quote beside it, come to with their tax: what was invoiced already, as it
 * was taxed there, and the rest, so that the order's invoices add up to it.
 */
export function calculateOrderTotals(order: Priced, invoiced: readonly InvoicedPart[] = []): Omit<Totals, 'rounding'> {
  const parts = [...invoiced, totalsOfSum(restOf(order, invoiced), order.tax)];
  return {
    subtotal: sumAmounts(parts.map(({ subtotal }) => subtotal)),
    taxAmount: sumAmounts(parts.map(({ taxAmount }) => taxAmount)),
    total: sumAmounts(parts.map(({ total }) => total)),
  };
}

/** Returns the tax of an order as both sides see it; null without one. */
export function toTaxDto(
  order: Priced,
): { name: string; basisPoints: number; amount: MinorUnits; isIncluded: boolean } | null {
  const { name, basisPoints, prices, amount = calculateOrderTotals(order).taxAmount } = order.tax;
  if (basisPoints === 0) return null;
  return { name, basisPoints, amount, isIncluded: prices === 'gross' };
}

/** Returns the tax within the total of a change that was quoted beside an order; null without one. */
export function taxWithin({ lines, tax, total }: Priced & { readonly total: MinorUnits }): ReturnType<typeof toTaxDto> {
  const sum = sumAmounts(lines.map(({ amount }) => amount));
  const amount = tax.prices === 'net' ? subtractAmounts(total, sum) : totalsOfSum(sum, tax).taxAmount;
  return toTaxDto({ lines, tax: { ...tax, amount } });
}
