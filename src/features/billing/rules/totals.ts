import type { MinorUnits } from '#shared/money.ts';
import type { BillingDocument, DocumentTax, TaxSummary } from '../contract/documents.ts';
import {
  calculatePercentage,
  prorateAmount,
  splitProportionally,
  subtractAmounts,
  sumAmounts,
  ZERO,
} from '#shared/money-arithmetic.ts';

/** Input of all totals. Screen, PDF, payment and email all use this calculation. */
export interface TotalsInput<Tax extends RatedTax = RatedTax> {
  readonly lineItems: readonly {
    readonly quantity: number;
    readonly unitAmount: MinorUnits;
    readonly discount?: { readonly amount: MinorUnits } | undefined;
    /** If it isn't `tax` below. */
    readonly tax?: Tax | undefined;
  }[];
  /** Whether line amounts exclude or include tax. */
  readonly taxBehavior: 'exclusive' | 'inclusive';
  readonly tax: Tax;
}

type RatedTax = Pick<DocumentTax, 'basisPoints' | 'category'>;

export interface Totals {
  /** The taxable amount (EN 16931 BT-116). */
  readonly subtotal: MinorUnits;
  /** The taxable amount times the rate, rounded half up (BT-117, rule BR-CO-17). */
  readonly taxAmount: MinorUnits;
  /** Difference if no taxable amount plus tax equals the gross price (BT-114): -1, 0 or 1. */
  readonly rounding: MinorUnits;
  readonly total: MinorUnits;
}

type Line = TotalsInput['lineItems'][number];

/** Returns the quantity, with up to two decimal places, times the unit amount. */
export function calculateLinePrice({ unitAmount, quantity }: Omit<Line, 'discount'>): MinorUnits {
  return prorateAmount(unitAmount, Math.round(quantity * 100), 100);
}

export function calculateLineAmount(line: Line): MinorUnits {
  return subtractAmounts(calculateLinePrice(line), line.discount?.amount ?? ZERO);
}

/**
 * Returns subtotal, tax and total of lines, in minor units. Tax is calculated once on the sum of each category and
 * rate, rounding half away from zero, so a credit note refunds exactly the charged amount.
 */
export function calculateTotals(input: TotalsInput): Totals {
  const taxes = calculateTotalsByTax(input);
  const sum = (name: keyof Totals) => sumAmounts(taxes.map(totals => totals[name]));
  return { subtotal: sum('subtotal'), taxAmount: sum('taxAmount'), rounding: sum('rounding'), total: sum('total') };
}

/** Identifies a tax in a summary: by category and rate. */
export const taxKey = ({ category, basisPoints }: RatedTax) =>
  `${category ?? (basisPoints > 0 ? 'standard' : 'none')} ${basisPoints}`;

/** Returns the totals of the lines of each category and rate, in the order of the lines. */
export function calculateTotalsByTax<Tax extends RatedTax>({
  lineItems,
  taxBehavior,
  tax,
}: TotalsInput<Tax>): TaxTotals<Tax>[] {
  const groups = new Map<string, { tax: Tax; amounts: MinorUnits[] }>();
  for (const line of lineItems) {
    const group = groups.get(taxKey(line.tax ?? tax)) ?? { tax: line.tax ?? tax, amounts: [] };
    groups.set(taxKey(group.tax), group);
    group.amounts.push(calculateLineAmount(line));
  }
  return [...groups.values()].map(({ tax: own, amounts }) => ({
    tax: own,
    ...totalsOfSum(sumAmounts(amounts), { behavior: taxBehavior, basisPoints: own.basisPoints }),
  }));
}

/** The totals of the lines with one tax. */
export type TaxTotals<Tax extends RatedTax = DocumentTax> = Totals & { readonly tax: Tax };

/** Returns the totals of an issued document for each tax; they add up to its total. */
export function listTaxTotals(document: TotalsInput<DocumentTax> & Pick<BillingDocument, 'total'>): TaxTotals[] {
  const taxes = calculateTotalsByTax(document);
  const rounding = subtractAmounts(document.total, sumAmounts(taxes.map(({ total }) => total)));
  return taxes.map((totals, index) =>
    index === 0 ? { ...totals, total: sumAmounts([totals.total, rounding]) } : totals,
  );
}

/** Returns the tax summary of a document, also if it has one tax. */
export const getTaxSummary = ({
  taxSummary,
  tax,
  subtotal: taxableAmount,
  taxAmount,
}: Pick<BillingDocument, 'taxSummary' | 'tax' | 'subtotal' | 'taxAmount'>): TaxSummary =>
  taxSummary ?? [{ ...tax, taxableAmount, taxAmount }];

/** Splits an amount among the taxes of lines in proportion, in their order. */
export function splitByTax<Tax extends RatedTax>(
  amount: MinorUnits,
  lines: readonly { readonly amount: MinorUnits; readonly tax?: Tax | undefined }[],
): { readonly amount: MinorUnits; readonly tax?: Tax }[] {
  const groups = [...Map.groupBy(lines, ({ tax }) => (tax ? taxKey(tax) : '')).values()];
  const amounts = splitProportionally(
    amount,
    groups.map(group => sumAmounts(group.map(line => line.amount))),
  );
  return groups.map((group, index) => {
    const tax = group[0]?.tax;
    return { amount: amounts[index] ?? ZERO, ...(tax && { tax }) };
  });
}

/** Separates the reasons of lines that have no tax for different ones. */
const NOTE_SEPARATOR = ' · ';

/** Returns a tax with its own note and that of another of the same category and rate (EN 16931 allows one, BT-120). */
export function withNoteOf<Tax extends DocumentTax>(tax: Tax, other: DocumentTax): Tax {
  if (other.note === tax.note) return tax;
  const notes = [tax.note, other.note].flatMap(note => note?.split(NOTE_SEPARATOR) ?? []);
  return { ...tax, note: [...new Set(notes)].join(NOTE_SEPARATOR) };
}

/**
 * Returns the tax of the first line as that of a document, and its lines, which keep their own tax only if it differs.
 * Taxes of one category and rate get the notes of all.
 */
export function toTaxedLines<Taxed extends { readonly tax?: DocumentTax | undefined }>(
  lines: readonly Taxed[],
  defaultTax: DocumentTax,
) {
  const taxes = new Map<string, DocumentTax>();
  for (const { tax = defaultTax } of lines) {
    const own = toDocumentTax(tax);
    taxes.set(taxKey(own), withNoteOf(taxes.get(taxKey(own)) ?? own, own));
  }
  const [first = toDocumentTax(defaultTax)] = taxes.values();
  const lineItems = lines.map(({ tax = defaultTax, ...line }) => {
    const own = taxes.get(taxKey(tax));
    return { ...line, ...(own === first ? {} : { tax: own }) };
  });
  return { tax: first, lineItems };
}

/** Returns the tax of a document without other properties. */
export function toDocumentTax({ name, basisPoints, category, note }: DocumentTax): DocumentTax {
  return { name, basisPoints, ...(category && { category }), ...(note === undefined ? {} : { note }) };
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
