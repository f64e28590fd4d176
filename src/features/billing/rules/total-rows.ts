import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { DocumentFrame } from '../contract/documents.ts';
import type { Settlement } from './document-balance.ts';
import { fillText } from './document-texts/texts.ts';
import { formatAmount, formatDay, formatTax, formatTaxName, getKindLabels, languageOf, textsOf } from './labels.ts';
import { getTaxSummary } from './totals.ts';

/** A row below the line items: `due` is the amount due, `total` the total. */
interface TotalRow {
  readonly label: string;
  /** Why there is no tax. */
  readonly note?: string | undefined;
  readonly amount: MinorUnits;
  readonly size: 'small' | 'total' | 'due';
}

/**
 * Returns the rows of the totals for screen and PDF: as issued, or with payments and credits since, so a settled
 * invoice shows an amount due of zero. Amounts are minor units.
 */
export function totalRows(document: DocumentFrame, settlement: Settlement | null): TotalRow[] {
  const { kind, taxBehavior, subtotal, rounding = ZERO, total, amountPaid, amountDue, currency } = document;
  const taxes = getTaxSummary(document).filter(
    ({ category, basisPoints, note }) => basisPoints > 0 || category || note,
  );
  const [language, texts] = [languageOf(document), textsOf(document)];
  const dueLabel = getKindLabels(kind, language).due;
  const negate = (amount: MinorUnits) => subtractAmounts(ZERO, amount);
  const rows: (TotalRow | false)[] = [
    taxes[0] !== undefined && {
      label:
        taxBehavior === 'exclusive'
          ? texts.subtotal
          : taxes.length > 1
            ? texts.totalWithoutTax
            : fillText(texts.totalWithout, { tax: formatTaxName(taxes[0].name, language) }),
      amount: subtotal,
      size: 'small',
    },
    ...taxes.map(tax => ({
      label:
        taxes.length > 1
          ? fillText(texts.taxOn, {
              tax: formatTax(tax, language),
              amount: formatAmount(tax.taxableAmount, currency, language),
            })
          : formatTax(tax, language),
      note: tax.note,
      amount: tax.taxAmount,
      size: 'small' as const,
    })),
    rounding !== 0 && { label: texts.rounding, amount: rounding, size: 'small' },
    // The total of a statement is its balance.
    kind !== 'account_statement' && {
      label: taxes.length > 0 ? texts.totalWithTax : texts.total,
      amount: total,
      size: dueLabel === undefined ? 'due' : 'total',
    },
  ];
  if (kind === 'receipt') rows.push({ label: texts.paid, amount: amountPaid, size: 'due' });
  else if (settlement) {
    const { credited, paid: settled, writtenOff = ZERO, statusDate } = settlement;
    const due = subtractAmounts(total, sumAmounts([credited, settled, writtenOff]));
    rows.push(
      credited !== 0 && { label: texts.credited, amount: negate(credited), size: 'small' },
      settled !== 0 && {
        label: fillText(texts.paidOn, { date: formatDay(statusDate, language) }),
        amount: negate(settled),
        size: 'small',
      },
      writtenOff !== 0 && { label: texts.writtenOff, amount: negate(writtenOff), size: 'small' },
      due < 0
        ? { label: texts.statuses.overpaid, amount: negate(due), size: 'due' }
        : { label: dueLabel ?? texts.amountDue, amount: due, size: 'due' },
    );
  } else {
    rows.push(
      amountPaid !== 0 && { label: texts.paid, amount: negate(amountPaid), size: 'small' },
      dueLabel !== undefined && { label: dueLabel, amount: amountDue, size: 'due' },
    );
  }
  return rows.filter(row => row !== false);
}
