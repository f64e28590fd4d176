import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, calculatePercentage, sumAmounts } from '#shared/money-arithmetic.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { UnissuedDocument } from './documents.ts';
import { splitOff } from './splits.ts';
import { totalsOfSum } from './totals.ts';

/**
 * Returns an unissued credit note for `amount` of an invoice including tax; `left` is the uncredited rest. A full
 * credit keeps the invoice's lines; a partial one has net prices, so that all notes together bring subtotal and tax to
 * zero.
 */
export function creditOf(
  invoice: BillingDocument,
  amount: MinorUnits,
  why: string,
  left: Pick<BillingDocument, 'subtotal' | 'total'> = invoice,
): Omit<UnissuedDocument, 'paymentUrl'> {
  const { kind, number, issuedOn, tax } = invoice;
  const isWhole = amount === invoice.total;
  const part = partialCredit(amount, left, tax.basisPoints);
  const credited = isWhole ? sumAmounts(invoice.lineItems.map(line => line.amount)) : part.subtotal;
  const rounding = isWhole ? (invoice.rounding ?? ZERO) : part.rounding;
  return {
    kind: 'credit_note',
    dueOn: null,
    issuer: invoice.issuer,
    client: invoice.client,
    order: invoice.order,
    lineItems: [
      { description: why, detail: null, quantity: 1, unitAmount: subtractAmounts(ZERO, credited), term: null },
    ],
    taxBehavior: isWhole ? invoice.taxBehavior : 'exclusive',
    ...(rounding === 0 ? {} : { rounding: subtractAmounts(ZERO, rounding) }),
    tax,
    amountPaid: ZERO,
    currency: invoice.currency,
    reference: { kind, number, issuedOn },
    paymentInstructions: [],
    terms: [],
  };
}

/**
 * Returns taxable amount, tax and rounding of a partial credit note that totals exactly `amount` including tax, and
 * leaves a rest that another note can bring to zero. All amounts are positive minor units.
 */
function partialCredit(
  amount: MinorUnits,
  left: { readonly subtotal: MinorUnits; readonly total: MinorUnits },
  basisPoints: number,
): { readonly subtotal: MinorUnits; readonly rounding: MinorUnits } {
  const rule = { behavior: 'exclusive', basisPoints } as const;
  const roundingOf = (net: MinorUnits) =>
    subtractAmounts(amount, sumAmounts([net, calculatePercentage(net, basisPoints)]));
  if (amount >= left.total) return { subtotal: left.subtotal, rounding: roundingOf(left.subtotal) };
  const { subtotal: exact } = totalsOfSum(amount, { behavior: 'inclusive', basisPoints });
  const subtotal = splitOff(left.subtotal, exact, rule);
  return { subtotal, rounding: roundingOf(subtotal) };
}
