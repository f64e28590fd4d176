import { formatAmount, formatQuantity } from '#features/billing/rules/labels.ts';
import { rateText } from '#shared/price-tax.ts';
import type { LineItem } from '../contract/snapshots.ts';

/** Returns how the amount of a line is made up, such as "2.5 hours × $99.00 less 10%"; undefined for one price. */
export function formatLineDetails(
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
