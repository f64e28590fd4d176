import type { MinorUnits } from '#shared/money.ts';
import {
  subtractAmounts,
  ZERO,
  calculatePercentage,
  splitProportionally,
  sumAmounts,
} from '#shared/money-arithmetic.ts';
import type { BillingDocument, LineItem, TaxSummary } from '../contract/documents.ts';
import type { UnissuedDocument } from './documents.ts';
import { splitOff } from './splits.ts';
import { calculateTotalsByTax, getTaxSummary, taxKey, toDocumentTax, totalsOfSum } from './totals.ts';

/** The uncredited rest of an invoice; without a summary, of an invoice with one tax. */
type Uncredited = Pick<BillingDocument, 'subtotal' | 'total' | 'taxSummary'>;

/** Returns what is left of an invoice after its credit notes. */
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
 * credit keeps the invoice's prices; a partial one has net prices, shared among the taxes in proportion, so that all
 * notes together bring the subtotal and tax of each to zero.
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

/** Returns an unissued credit note for some lines of an invoice, with their prices and taxes. */
export function creditLinesOf(
  invoice: BillingDocument,
  lines: readonly LineItem[],
  reason: string,
): Omit<UnissuedDocument, 'paymentUrl'> {
  return {
    ...toCreditNote(invoice),
    lineItems: lines
      .map(({ discount, amount, ...line }) => ({
        ...line,
        ...(discount ? { quantity: 1, unitAmount: amount } : {}),
      }))
      .map(line => ({ ...line, unitAmount: subtractAmounts(ZERO, line.unitAmount) })),
    taxBehavior: invoice.taxBehavior,
    notes: reason,
  };
}

/** Returns what a credit note has in common with the invoice that it corrects. */
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
function partialCredit(amount: MinorUnits, left: Uncredited, { tax }: Pick<BillingDocument, 'tax'>) {
  const taxes: TaxSummary = left.taxSummary ?? [{ ...tax, taxableAmount: left.subtotal, taxAmount: ZERO }];
  const withTax = (net: MinorUnits, basisPoints: number) => sumAmounts([net, calculatePercentage(net, basisPoints)]);
  const gross = taxes.map(({ taxableAmount, basisPoints }) => withTax(taxableAmount, basisPoints));
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
  const total = sumAmounts(parts.map(part => withTax(part.amount, part.tax.basisPoints)));
  return { parts, rounding: subtractAmounts(amount, total) };
}
