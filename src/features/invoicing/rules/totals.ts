import { formatAmount, formatTax } from '#features/billing/rules/labels.ts';
import { calculateTotals, calculateTotalsByTax } from '#features/billing/rules/totals.ts';
import type { DraftCharges } from './read-draft.ts';

/** Returns the rows of a draft's totals, calculated as on the invoice. */
export function listTotals(charges: DraftCharges, currency: string): { label: string; amount: string }[] {
  const { subtotal, rounding, total } = calculateTotals(charges);
  const taxes = calculateTotalsByTax(charges).filter(({ tax }) => tax.basisPoints > 0 || tax.category);
  const format = (minor: typeof total) => formatAmount(minor, currency);
  return [
    ...(taxes.length > 0 ? [{ label: 'Total excluding tax', amount: format(subtotal) }] : []),
    ...taxes.map(({ tax, taxAmount }) => ({ label: formatTax(tax), amount: format(taxAmount) })),
    ...(rounding === 0 ? [] : [{ label: 'Rounding', amount: format(rounding) }]),
    { label: 'Total', amount: format(total) },
  ];
}
