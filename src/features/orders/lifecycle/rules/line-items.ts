import { formatAmount, formatQuantity, formatTax } from '#features/billing/rules/labels.ts';
import { rateText, taxNote } from '#shared/price-tax.ts';
import type { OrderTaxAmount } from '../contract/order.ts';
import type { LineItem } from '../contract/snapshots.ts';

/** Returns how the amount of a line is made up, such as "2.5 hours × $99.00 less 10%, VAT 7%"; undefined for one price. */
export function formatLineDetails(
  { tax, ...line }: Pick<LineItem, 'quantity' | 'unit' | 'unitAmount' | 'discount' | 'tax'>,
  currency: string,
): string | undefined {
  const parts = [
    formatPrice(line, currency),
    tax && (tax.basisPoints === 0 && !tax.category ? 'no tax' : formatTax(tax)),
  ];
  return parts.filter(Boolean).join(', ') || undefined;
}

function formatPrice(
  { quantity, unit, unitAmount, discount }: Pick<LineItem, 'quantity' | 'unit' | 'unitAmount' | 'discount'>,
  currency: string,
): string | undefined {
  if (quantity === undefined || unitAmount === undefined) return undefined;
  const price = formatAmount(unitAmount, currency);
  const full = quantity === 1 && unit === undefined ? price : `${formatQuantity({ quantity, unit })} × ${price}`;
  if (!discount) return full;
  const { amount, basisPoints } = discount;
  return `${full} less ${basisPoints === undefined ? formatAmount(amount, currency) : rateText(basisPoints)}`;
}

/** Returns the label of a tax below the lines, such as "plus VAT 19%"; one of several also has its taxable amount. */
export function formatTaxLabel(
  tax: Omit<OrderTaxAmount, 'taxableAmount'> & Partial<OrderTaxAmount>,
  { currency, isOnly }: { readonly currency: string; readonly isOnly: boolean },
): string {
  const label = tax.basisPoints > 0 ? taxNote(tax) : formatTax(tax);
  return isOnly || tax.taxableAmount === undefined ? label : `${label} on ${formatAmount(tax.taxableAmount, currency)}`;
}
