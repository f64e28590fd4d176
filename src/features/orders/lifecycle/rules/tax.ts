import { type Totals, totalsOfSum } from '#features/billing/rules/totals.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts } from '#shared/money-arithmetic.ts';
import type { OrderTax } from '../contract/snapshots.ts';

interface Priced {
  readonly lineItems: readonly { readonly amount: MinorUnits }[];
  readonly tax: OrderTax;
}

/** An invoice for a part of an order's price. */
export interface InvoicedPart {
  readonly subtotal: MinorUnits;
  readonly taxAmount: MinorUnits;
  readonly total: MinorUnits;
}

/** Returns how much of an order's lines isn't invoiced yet, net or gross like its prices. */
export function restOf({ lineItems, tax }: Priced, invoiced: readonly InvoicedPart[] = []): MinorUnits {
  const alreadyInvoiced = sumAmounts(invoiced.map(part => invoicedAmount(part, tax)));
  return subtractAmounts(sumAmounts(lineItems.map(({ amount }) => amount)), alreadyInvoiced);
}

/** Returns an invoice's share of the order's lines, net or gross like the order's prices. */
export function invoicedAmount({ subtotal, total }: InvoicedPart, { behavior }: OrderTax): MinorUnits {
  return behavior === 'exclusive' ? subtotal : total;
}

/**
 * Returns the totals of an order or of an additional quote: invoiced parts as they were taxed, plus the rest, so that
 * the invoices add up to the total.
 */
export function calculateOrderTotals(order: Priced, invoiced: readonly InvoicedPart[] = []): Omit<Totals, 'rounding'> {
  const parts = [...invoiced, totalsOfSum(restOf(order, invoiced), order.tax)];
  return {
    subtotal: sumAmounts(parts.map(({ subtotal }) => subtotal)),
    taxAmount: sumAmounts(parts.map(({ taxAmount }) => taxAmount)),
    total: sumAmounts(parts.map(({ total }) => total)),
  };
}

/** Returns the tax of an order as both parties see it; null without one. */
export function toTaxDto(order: Priced) {
  const { name, basisPoints, behavior, amount = calculateOrderTotals(order).taxAmount } = order.tax;
  if (basisPoints === 0) return null;
  return { name, basisPoints, amount, isIncluded: behavior === 'inclusive' };
}

/** Returns the tax contained in the total of a change order; null without one. */
export function taxWithin({
  lineItems,
  tax,
  total,
}: Priced & { readonly total: MinorUnits }): ReturnType<typeof toTaxDto> {
  const sum = sumAmounts(lineItems.map(({ amount }) => amount));
  const amount = tax.behavior === 'exclusive' ? subtractAmounts(total, sum) : totalsOfSum(sum, tax).taxAmount;
  return toTaxDto({ lineItems, tax: { ...tax, amount } });
}
