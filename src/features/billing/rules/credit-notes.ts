import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, calculatePercentage, sumAmounts } from '#shared/money-arithmetic.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { UnissuedDocument } from './documents.ts';
import { splitOff } from './splits.ts';
import { totalsOfSum } from './totals.ts';

/**
 * Returns the credit note over `amount` of an invoice with its tax, before it is issued; `left` is what was not credited
 * of it before. All of it in one note has the invoice's own prices; a part is without tax, so that the notes together
 * bring its subtotal and its tax to zero.
 */
export function creditOf(
  invoice: BillingDocument,
  amount: MinorUnits,
  why: string,
  left: Pick<BillingDocument, 'subtotal' | 'total'> = invoice,
): Omit<UnissuedDocument, 'paymentAddress'> {
  const { kind, number, issuedOn, tax } = invoice;
  const isWhole = amount === invoice.total;
  const part = partialCredit(amount, left, tax.basisPoints);
  const credited = isWhole ? sumAmounts(invoice.lines.map(line => line.amount)) : part.subtotal;
  const rounding = isWhole ? (invoice.rounding ?? ZERO) : part.rounding;
  return {
    kind: 'credit note',
    dueOn: null,
    issuer: invoice.issuer,
    client: invoice.client,
    subject: invoice.subject,
    lines: [{ description: why, detail: null, quantity: 1, unitAmount: subtractAmounts(ZERO, credited), term: null }],
    prices: isWhole ? invoice.prices : 'net',
    ...(rounding === 0 ? {} : { rounding: subtractAmounts(ZERO, rounding) }),
    tax,
    paid: ZERO,
    currency: invoice.currency,
    reference: { kind, number, issuedOn },
    howToPay: [],
    terms: [],
  };
}

/**
 * Returns what a credit note over a part of an invoice consists of: a taxable amount, the tax on it, and a rounding so
 * that it comes to exactly `amount` with the tax. The rest can be credited by a further note that brings subtotal and tax
 * of the invoice to zero. All amounts are positive minor units.
 */
function partialCredit(
  amount: MinorUnits,
  left: { readonly subtotal: MinorUnits; readonly total: MinorUnits },
  basisPoints: number,
): { readonly subtotal: MinorUnits; readonly rounding: MinorUnits } {
  const rule = { prices: 'net', basisPoints } as const;
  const roundingOf = (net: MinorUnits) =>
    subtractAmounts(amount, sumAmounts([net, calculatePercentage(net, basisPoints)]));
  if (amount >= left.total) return { subtotal: left.subtotal, rounding: roundingOf(left.subtotal) };
  const { subtotal: exact } = totalsOfSum(amount, { prices: 'gross', basisPoints });
  const subtotal = splitOff(left.subtotal, exact, rule);
  return { subtotal, rounding: roundingOf(subtotal) };
}
