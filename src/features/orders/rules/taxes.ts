import { type Totals, totalsOfSum } from '#features/billing/rules/totals.ts';
import type { MinorUnits } from '#shared/money.ts';
import { difference, sumOf } from '#shared/money-arithmetic.ts';
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
  const before = sumOf(invoiced.map(part => invoicedAmount(part, tax)));
  return difference(sumOf(lines.map(({ amount }) => amount)), before);
}

/** Returns what an invoice takes of its order's lines, with or without tax as the order's prices are. */
export function invoicedAmount({ subtotal, total }: InvoicedPart, { prices }: OrderTax): MinorUnits {
  return prices === 'net' ? subtotal : total;
}

/**
 * Returns what the lines of an order, or of a quote beside it, come to with their tax: what was invoiced already, as it
 * was taxed there, and the rest, so that the order's invoices add up to it.
 */
export function totalWithTax(order: Priced, invoiced: readonly InvoicedPart[] = []): Omit<Totals, 'rounding'> {
  const parts = [...invoiced, totalsOfSum(restOf(order, invoiced), order.tax)];
  return {
    subtotal: sumOf(parts.map(({ subtotal }) => subtotal)),
    taxAmount: sumOf(parts.map(({ taxAmount }) => taxAmount)),
    total: sumOf(parts.map(({ total }) => total)),
  };
}

/** Returns the tax of an order as both sides see it; null without one. */
export function taxOf(
  order: Priced,
): { name: string; basisPoints: number; amount: MinorUnits; isIncluded: boolean } | null {
  const { name, basisPoints, prices, amount = totalWithTax(order).taxAmount } = order.tax;
  if (basisPoints === 0) return null;
  return { name, basisPoints, amount, isIncluded: prices === 'gross' };
}

/** Returns the tax within the total of a change that was quoted beside an order; null without one. */
export function taxWithin({ lines, tax, total }: Priced & { readonly total: MinorUnits }): ReturnType<typeof taxOf> {
  const sum = sumOf(lines.map(({ amount }) => amount));
  const amount = tax.prices === 'net' ? difference(total, sum) : totalsOfSum(sum, tax).taxAmount;
  return taxOf({ lines, tax: { ...tax, amount } });
}
