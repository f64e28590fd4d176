import { formatTax } from '#features/billing/rules/labels.ts';
import { taxKey, toDocumentTax, type TaxTotals, type Totals, withNoteOf } from '#features/billing/rules/totals.ts';
import type { DocumentTax } from '#features/billing/contract/documents.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { OrderTax } from '../contract/snapshots.ts';
import { subtractShares, type TaxShare, totalsOfShares } from './tax-shares.ts';

/** The inputs of an order's price. */
export interface Priced {
  readonly lineItems: readonly { readonly amount: MinorUnits; readonly tax?: DocumentTax | undefined }[];
  /** Applies to lines without their own tax. */
  readonly tax: OrderTax;
}

/** An invoice for a part of an order's price: its totals for each tax. */
export interface InvoicedPart {
  readonly taxes: readonly TaxTotals[];
}

/** Returns the sum of an order's lines for each tax, in the order of the lines; without lines, zero for its own tax. */
export function listShares({ lineItems, tax }: Priced): TaxShare[] {
  const shares = new Map<string, TaxShare>();
  for (const line of lineItems.length > 0 ? lineItems : [{ amount: ZERO, tax }]) {
    const own = { ...toDocumentTax(line.tax ?? tax), behavior: tax.behavior };
    const share = shares.get(taxKey(own)) ?? { tax: own, amount: ZERO };
    shares.set(taxKey(own), { tax: withNoteOf(share.tax, own), amount: sumAmounts([share.amount, line.amount]) });
  }
  return [...shares.values()];
}

/**
 * Returns an order's shares and the invoiced part of each. A tax that no line has anymore counts toward the first one.
 */
function listInvoicedTaxes(order: Priced, invoiced: readonly InvoicedPart[]) {
  const shares = listShares(order);
  const keys = new Set(shares.map(({ tax }) => taxKey(tax)));
  const taxes = invoiced.flatMap(part => part.taxes);
  return shares.map((share, index) => {
    const isOwn = (key: string) => key === taxKey(share.tax) || (index === 0 && !keys.has(key));
    return { ...share, invoiced: taxes.filter(one => isOwn(taxKey(one.tax))) };
  });
}

/** Returns the shares of an order's lines that invoices cover, for each of its taxes. */
export function listInvoicedShares(order: Priced, invoiced: readonly InvoicedPart[]): TaxShare[] {
  return listInvoicedTaxes(order, invoiced).map(({ tax, invoiced: parts }) => ({
    tax,
    amount: sumAmounts(parts.map(({ subtotal, total }) => (tax.behavior === 'exclusive' ? subtotal : total))),
  }));
}

/** Returns how much of an order's lines isn't invoiced yet, for each of its taxes. */
export function restOf(order: Priced, invoiced: readonly InvoicedPart[] = []): TaxShare[] {
  return subtractShares(listShares(order), listInvoicedShares(order, invoiced));
}

/**
 * Returns the totals of an order or of an additional quote: invoiced parts as they were taxed, plus the rest, so the
 * invoices add up to the total. `taxAmounts` are those of each tax, by `taxKey`.
 */
export function calculateOrderTotals(
  order: Priced,
  invoiced: readonly InvoicedPart[] = [],
): Omit<Totals, 'rounding'> & { readonly taxAmounts: Readonly<Record<string, MinorUnits>> } {
  const rest = totalsOfShares(restOf(order, invoiced));
  const parts = [...rest, ...invoiced.flatMap(({ taxes }) => taxes)];
  const taxAmounts = listInvoicedTaxes(order, [...invoiced, { taxes: rest }]).map(
    ({ tax, invoiced: own }) => [taxKey(tax), sumAmounts(own.map(({ taxAmount }) => taxAmount))] as const,
  );
  return {
    subtotal: sumAmounts(parts.map(({ subtotal }) => subtotal)),
    taxAmount: sumAmounts(parts.map(({ taxAmount }) => taxAmount)),
    total: sumAmounts(parts.map(({ total }) => total)),
    taxAmounts: Object.fromEntries(taxAmounts),
  };
}

/** Returns an order's tax with amounts that don't follow from its lines. */
export function withTaxAmounts(
  tax: OrderTax,
  { taxAmount, taxAmounts }: Pick<ReturnType<typeof calculateOrderTotals>, 'taxAmount' | 'taxAmounts'>,
): OrderTax {
  const { amounts: _, ...own } = tax;
  return { ...own, amount: taxAmount, ...(Object.keys(taxAmounts).length > 1 && { amounts: taxAmounts }) };
}

/** Returns each tax of an order as both parties see it, with its taxable amount. */
export function listTaxDtos(order: Priced) {
  const totals = totalsOfShares(listShares(order));
  const { amount, amounts, behavior } = order.tax;
  return totals
    .map(({ tax: { behavior: _, ...tax }, subtotal, taxAmount: natural, total }) => {
      const taxAmount = amounts?.[taxKey(tax)] ?? (totals.length === 1 ? amount : undefined) ?? natural;
      const taxableAmount =
        behavior === 'exclusive' || taxAmount === natural ? subtotal : subtractAmounts(total, taxAmount);
      return { ...tax, taxableAmount, amount: taxAmount, isIncluded: behavior === 'inclusive' };
    })
    .filter(({ basisPoints, category }) => basisPoints > 0 || (totals.length > 1 && category !== undefined));
}

/** Returns lines with the tax of each, if those of their order, and options that can be added, have several. */
export function nameTaxes<Line extends Priced['lineItems'][number]>(
  lines: readonly Line[],
  { lineItems, tax, otherOptions = [] }: Priced & { readonly otherOptions?: Priced['lineItems'] },
): (Omit<Line, 'tax'> & { readonly tax?: DocumentTax })[] {
  const hasSeveral = listShares({ lineItems: [...lineItems, ...otherOptions], tax }).length > 1;
  return lines.map(({ tax: own = tax, ...line }) => ({ ...line, ...(hasSeveral && { tax: toDocumentTax(own) }) }));
}

/** Returns why lines have no tax, as their invoices say; with several taxes, after the name that the lines show. */
export function listOrderTaxNotes(order: Priced): string[] {
  const shares = listShares(order);
  return shares.flatMap(({ tax }) => {
    if (tax.note === undefined) return [];
    return shares.length > 1 ? `${formatTax(tax)}: ${tax.note}` : tax.note;
  });
}

/** Returns the taxes contained in the total of an additional quote. */
export function listTaxesWithin({ total, ...quote }: Priced & { readonly total: MinorUnits }) {
  const { total: natural, taxAmounts, taxAmount } = calculateOrderTotals(quote);
  const difference = subtractAmounts(total, natural);
  const [first] = Object.entries(taxAmounts).toSorted(([, one], [, other]) => other - one);
  const changed = first && { [first[0]]: sumAmounts([first[1], difference]) };
  const tax = withTaxAmounts(quote.tax, {
    taxAmount: sumAmounts([taxAmount, difference]),
    taxAmounts: { ...taxAmounts, ...changed },
  });
  return listTaxDtos({ ...quote, tax });
}
