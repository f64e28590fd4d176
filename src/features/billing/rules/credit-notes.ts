import type { MinorUnits } from '#shared/money.ts';
import {
  subtractAmounts,
  ZERO,
  calculatePercentage,
  splitProportionally,
  sumAmounts,
} from '#shared/money-arithmetic.ts';
import type { BillingDocument, DocumentTax, LineItem, TaxSummary } from '../contract/documents.ts';
import type { UnissuedDocument } from './documents.ts';
import { splitOff } from './splits.ts';
import { calculateTotalsByTax, getTaxSummary, taxKey, toDocumentTax, toTaxedLines, totalsOfSum } from './totals.ts';

/** The uncredited rest of an invoice; without a summary, of an invoice with one tax. */
type Uncredited = Pick<BillingDocument, 'subtotal' | 'total' | 'taxSummary'>;

/** Returns the uncredited rest of an invoice after its credit notes. */
export function uncreditedOf(invoice: BillingDocument, notes: readonly BillingDocument[]): Uncredited {
  const sum = (name: 'subtotal' | 'total') => sumAmounts([invoice, ...notes].map(document => document[name]));
  const credited = notes.flatMap(getTaxSummary);
  const taxSummary = getTaxSummary(invoice).map(tax => {
    const same = credited.filter(other => taxKey(other) === taxKey(tax));
    return { ...tax, taxableAmount: sumAmounts([tax, ...same].map(({ taxableAmount }) => taxableAmount)) };
  });
  return { subtotal: sum('subtotal'), total: sum('total'), taxSummary };
}

/**
 * Returns an unissued credit note for `amount` of an invoice including tax; `left` is the uncredited rest. A full
 * credit keeps the invoice's prices; a partial one has net prices, shared among the taxes in proportion, so all notes
 * together bring the subtotal and tax of each to zero.
 */
export function creditOf(
  invoice: BillingDocument,
  amount: MinorUnits,
  reason: string,
  left: Uncredited = invoice,
): Omit<UnissuedDocument, 'paymentUrl'> {
  const isWhole = amount === invoice.total;
  const { parts, rounding } = isWhole ? fullCredit(invoice) : partialCredit(amount, left, invoice);
  return {
    ...toCreditNote(invoice),
    lineItems: parts.map(part => ({
      description: reason,
      detail: null,
      quantity: 1,
      unitAmount: subtractAmounts(ZERO, part.amount),
      term: null,
      ...(invoice.taxSummary ? { tax: toDocumentTax(part.tax) } : {}),
    })),
    taxBehavior: isWhole ? invoice.taxBehavior : 'exclusive',
    ...(rounding === 0 ? {} : { rounding: subtractAmounts(ZERO, rounding) }),
  };
}

/** Returns an unissued credit note for shares of an invoice's lines, net or gross like its prices, one line per tax. */
export function creditSharesOf(
  invoice: BillingDocument,
  shares: readonly { readonly tax: DocumentTax; readonly amount: MinorUnits }[],
  reason: string,
): Omit<UnissuedDocument, 'paymentUrl'> {
  const lines = shares
    .filter(({ amount }) => amount !== 0)
    .map(({ tax, amount }) => ({
      description: reason,
      detail: null,
      quantity: 1,
      unitAmount: subtractAmounts(ZERO, amount),
      term: null,
      tax,
    }));
  return { ...toCreditNote(invoice), ...toTaxedLines(lines, invoice.tax), taxBehavior: invoice.taxBehavior };
}

/**
 * Returns the amounts that each line adds to an invoice after its discount lines, for which they are zero: the `net`
 * amounts add up to the subtotal of each tax, the `gross` ones to the total.
 */
export function shareOfLines(invoice: BillingDocument): { net: MinorUnits; gross: MinorUnits }[] {
  const { lineItems, tax, taxBehavior, rounding = ZERO } = invoice;
  const shares = lineItems.map(() => ({ net: ZERO, gross: ZERO }));
  for (const { tax: own, subtotal, total } of calculateTotalsByTax(invoice)) {
    const group = [...lineItems.entries()].filter(([, line]) => taxKey(line.tax ?? tax) === taxKey(own));
    const isCharged = sumAmounts(group.map(([, { amount }]) => amount)) > 0;
    // Only a charge can be reduced by the negative lines.
    const weights = group.map(([, { amount }]) => (isCharged && amount < 0 ? ZERO : amount));
    const [net, gross] = [splitProportionally(subtotal, weights), splitProportionally(total, weights)];
    for (const [place, [index]] of group.entries())
      shares[index] = { net: net[place] ?? ZERO, gross: gross[place] ?? ZERO };
  }
  const largest = shares.toSorted((one, other) => other.gross - one.gross)[0];
  return shares.map(share =>
    share === largest && taxBehavior === 'exclusive' ? { ...share, gross: sumAmounts([share.gross, rounding]) } : share,
  );
}

/**
 * Returns an unissued credit note for some lines of an invoice, given by their indexes, that leaves a rest: each line with
 * its share of the discounts. Prices are net if other ones would leave a cent of tax.
 */
export function creditLinesOf(
  invoice: BillingDocument,
  indexes: readonly number[],
  reason: string,
  left: Uncredited = invoice,
): Omit<UnissuedDocument, 'paymentUrl'> {
  const shares = shareOfLines(invoice);
  const credited = indexes.flatMap(index => {
    const [line, share] = [invoice.lineItems[index], shares[index]];
    return line && share ? [{ line, ...share }] : [];
  });
  const sum = (name: 'net' | 'gross', lines = credited) => sumAmounts(lines.map(line => line[name]));
  const isInclusive = invoice.taxBehavior === 'inclusive';
  const parts = listTaxes(left, invoice).flatMap(({ basisPoints, taxableAmount, ...tax }) => {
    const lines = credited.filter(({ line }) => taxKey(line.tax ?? invoice.tax) === taxKey({ ...tax, basisPoints }));
    if (lines.length === 0) return [];
    const ofPrices = isInclusive
      ? totalsOfSum(sum('gross', lines), { behavior: 'inclusive', basisPoints }).subtotal
      : sum('net', lines);
    // `splitOff` would look for an amount above zero.
    if (ofPrices === 0) return [];
    const net =
      ofPrices < taxableAmount
        ? splitOff(taxableAmount, ofPrices, { behavior: 'exclusive', basisPoints })
        : taxableAmount;
    // The shares of a few cents can have no net amount.
    const weight = sum('net', lines) === 0 ? 'gross' : 'net';
    const netOfLines = splitProportionally(
      net,
      lines.map(line => line[weight]),
    );
    return [{ lines, net, netOfLines, total: addTax(net, basisPoints), keepsPrices: net === ofPrices }];
  });
  const isGross = isInclusive && parts.every(({ keepsPrices }) => keepsPrices);
  const amounts = new Map(
    parts.flatMap(({ lines, netOfLines }) =>
      lines.map(({ line, gross }, place) => [line, isGross ? gross : (netOfLines[place] ?? ZERO)]),
    ),
  );
  const rounding = isGross ? ZERO : subtractAmounts(sum('gross'), sumAmounts(parts.map(({ total }) => total)));
  const note = toCreditNote(invoice);
  return {
    ...note,
    reference: { ...note.reference, lines: [...indexes] },
    lineItems: credited.map(({ line }) => toCreditedLine(line, amounts.get(line) ?? ZERO)),
    taxBehavior: isGross ? 'inclusive' : 'exclusive',
    notes: reason,
    ...(rounding === 0 ? {} : { rounding: subtractAmounts(ZERO, rounding) }),
  };
}

/** Returns the indexes of an invoice's lines that its credit notes credit. */
export const listCreditedLines = (notes: readonly Pick<BillingDocument, 'reference'>[]): ReadonlySet<number> =>
  new Set(notes.flatMap(({ reference }) => reference?.lines ?? []));

/** Minor units by which the net amount of a credited line can be rounded. */
const MAX_ROUNDING = 3;

/** Returns whether more of a tax would be credited with these lines than is left after a credit note for an amount. */
export function exceedsTaxOf(
  invoice: BillingDocument,
  indexes: readonly number[],
  { taxSummary = [] }: Pick<Uncredited, 'taxSummary'>,
): boolean {
  const { lineItems, tax } = invoice;
  const shares = shareOfLines(invoice);
  return taxSummary.some(({ taxableAmount, ...own }) => {
    const ofTax = indexes.filter(index => {
      const line = lineItems[index];
      return line && taxKey(line.tax ?? tax) === taxKey(own);
    });
    const net = sumAmounts(ofTax.map(index => shares[index]?.net ?? ZERO));
    // Notes for other lines can take a few minor units of rounding (splitOff).
    return net > taxableAmount + MAX_ROUNDING * lineItems.length;
  });
}

/** Returns a line as credited, with its quantity and price if its amount is the same. */
function toCreditedLine({ discount, unit, amount, ...line }: LineItem, credited: MinorUnits) {
  return credited === amount && !discount
    ? { ...line, ...(unit && { unit }), unitAmount: subtractAmounts(ZERO, line.unitAmount) }
    : { ...line, quantity: 1, unitAmount: subtractAmounts(ZERO, credited) };
}

/** Returns the fields that a credit note shares with the invoice that it corrects. */
function toCreditNote({ kind, number, issuedOn, issuer, client, order, tax, currency }: BillingDocument) {
  return {
    kind: 'credit_note' as const,
    dueOn: null,
    issuer,
    client,
    order,
    tax,
    amountPaid: ZERO,
    currency,
    reference: { kind, number, issuedOn },
    paymentInstructions: [],
    terms: [],
  };
}

/** Returns the sum of an invoice's lines for each tax, and its rounding. */
function fullCredit(invoice: BillingDocument) {
  const parts = calculateTotalsByTax(invoice).map(({ tax, subtotal, total }) => ({
    tax,
    amount: invoice.taxBehavior === 'exclusive' ? subtotal : total,
  }));
  return { parts, rounding: invoice.rounding ?? ZERO };
}

/**
 * Returns the taxable amounts and rounding of a partial credit note that totals exactly `amount` including tax, and
 * leaves a rest that another note can bring to zero. All amounts are positive minor units.
 */
function partialCredit(amount: MinorUnits, left: Uncredited, invoice: Pick<BillingDocument, 'tax'>) {
  const taxes = listTaxes(left, invoice);
  const gross = taxes.map(({ taxableAmount, basisPoints }) => addTax(taxableAmount, basisPoints));
  const shares = splitProportionally(amount, gross);
  const parts = taxes.map(({ taxableAmount, ...own }, index) => {
    const { basisPoints } = own;
    const { subtotal: exact } = totalsOfSum(shares[index] ?? ZERO, { behavior: 'inclusive', basisPoints });
    const isRest = amount >= left.total;
    return {
      tax: own,
      amount: isRest ? taxableAmount : splitOff(taxableAmount, exact, { behavior: 'exclusive', basisPoints }),
    };
  });
  const total = sumAmounts(parts.map(part => addTax(part.amount, part.tax.basisPoints)));
  return { parts, rounding: subtractAmounts(amount, total) };
}

/** Returns the taxable amounts that aren't credited yet. */
const listTaxes = ({ taxSummary, subtotal }: Uncredited, { tax }: Pick<BillingDocument, 'tax'>): TaxSummary =>
  taxSummary ?? [{ ...tax, taxableAmount: subtotal, taxAmount: ZERO }];

const addTax = (net: MinorUnits, basisPoints: number) => sumAmounts([net, calculatePercentage(net, basisPoints)]);
