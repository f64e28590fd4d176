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
  reason: string,
  left: Pick<BillingDocument, 'subtotal' | 'total'> = invoice,
): Omit<UnissuedDocument, 'paymentUrl'> {
  const { kind, number, issuedOn, issuer, client, order, lineItems, tax, currency } = invoice;
  const isWhole = amount === invoice.total;
  const { net, rounding } = isWhole
    ? { net: sumAmounts(lineItems.map(line => line.amount)), rounding: invoice.rounding ?? ZERO }
    : partialCredit(amount, left, tax.basisPoints);
  const unitAmount = subtractAmounts(ZERO, net);
  return {
    kind: 'credit_note',
    dueOn: null,
    issuer,
    client,
    order,
    lineItems: [{ description: reason, detail: null, quantity: 1, unitAmount, term: null }],
    taxBehavior: isWhole ? invoice.taxBehavior : 'exclusive',
    ...(rounding === 0 ? {} : { rounding: subtractAmounts(ZERO, rounding) }),
    tax,
    amountPaid: ZERO,
    currency,
    reference: { kind, number, issuedOn },
    paymentInstructions: [],
    terms: [],
  };
}

/**
 * Returns the taxable amount and rounding of a partial credit note that totals exactly `amount` including tax, and
 * leaves a rest that another note can bring to zero. All amounts are positive minor units.
 */
function partialCredit(amount: MinorUnits, left: Pick<BillingDocument, 'subtotal' | 'total'>, basisPoints: number) {
  const rule = { behavior: 'exclusive', basisPoints } as const;
  const { subtotal: exact } = totalsOfSum(amount, { behavior: 'inclusive', basisPoints });
  const net = amount >= left.total ? left.subtotal : splitOff(left.subtotal, exact, rule);
  const withTax = sumAmounts([net, calculatePercentage(net, basisPoints)]);
  return { net, rounding: subtractAmounts(amount, withTax) };
}
