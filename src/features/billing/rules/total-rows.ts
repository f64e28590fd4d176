import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { Settlement } from './document-balance.ts';
import { formatAmount, formatTax, getKindLabels } from './labels.ts';
import { getTaxSummary } from './totals.ts';

/** A row below the line items: `due` is the amount due, `total` the total. */
interface TotalRow {
  readonly label: string;
  readonly amount: MinorUnits;
  readonly size: 'small' | 'total' | 'due';
}

/**
 * Returns the rows of the totals for screen and PDF: as issued, or with payments and credits since, so that a settled
 * invoice shows an amount due of zero. Amounts are minor units.
 */
export function totalRows(document: BillingDocument, settlement: Settlement | null): TotalRow[] {
  const { kind, taxBehavior, subtotal, rounding = ZERO, total, amountPaid, amountDue, currency } = document;
  const taxes = getTaxSummary(document).filter(({ category, basisPoints }) => basisPoints > 0 || category);
  const dueLabel = getKindLabels(kind).due;
  const negate = (amount: MinorUnits) => subtractAmounts(ZERO, amount);
  const rows: (TotalRow | false)[] = [
    taxes[0] !== undefined && {
      label: taxBehavior === 'exclusive' ? 'Subtotal' : `Total excluding ${taxes.length > 1 ? 'tax' : taxes[0].name}`,
      amount: subtotal,
      size: 'small',
    },
    ...taxes.map(tax => ({
      label: `${formatTax(tax)}${taxes.length > 1 ? ` on ${formatAmount(tax.taxableAmount, currency)}` : ''}`,
      amount: tax.taxAmount,
      size: 'small' as const,
    })),
    rounding !== 0 && { label: 'Rounding', amount: rounding, size: 'small' },
    { label: 'Total', amount: total, size: dueLabel === undefined ? 'due' : 'total' },
  ];
  if (kind === 'receipt') rows.push({ label: 'Paid', amount: amountPaid, size: 'due' });
  else if (settlement) {
    const { credited, paid: settled, writtenOff = ZERO, statusDate } = settlement;
    rows.push(
      credited !== 0 && { label: 'Credited', amount: negate(credited), size: 'small' },
      settled !== 0 && { label: `Paid on ${formatPlainDate(statusDate)}`, amount: negate(settled), size: 'small' },
      writtenOff !== 0 && { label: 'Written off', amount: negate(writtenOff), size: 'small' },
      {
        label: dueLabel ?? 'Amount due',
        amount: subtractAmounts(total, sumAmounts([credited, settled, writtenOff])),
        size: 'due',
      },
    );
  } else {
    rows.push(
      amountPaid !== 0 && { label: 'Paid', amount: negate(amountPaid), size: 'small' },
      dueLabel !== undefined && { label: dueLabel, amount: amountDue, size: 'due' },
    );
  }
  return rows.filter(row => row !== false);
}
