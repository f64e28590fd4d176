import type { MinorUnits } from '#shared/money.ts';
import { difference, NOTHING } from '#shared/money-arithmetic.ts';
import type { BusinessDocument } from '../contract/documents.ts';
import type { Unissued } from './documents.ts';

/** Returns the credit note over an amount of an invoice (tax included, minor units), before it is issued. */
export function creditOf(invoice: BusinessDocument, amount: MinorUnits, why: string): Omit<Unissued, 'paymentAddress'> {
  const { kind, number, issuedOn } = invoice;
  return {
    kind: 'credit note',
    dueOn: null,
    issuer: invoice.issuer,
    client: invoice.client,
    subject: invoice.subject,
    lines: [{ description: why, detail: null, quantity: 1, unitAmount: difference(NOTHING, amount), term: null }],
    prices: 'gross',
    tax: invoice.tax,
    paid: NOTHING,
    currency: invoice.currency,
    reference: { kind, number, issuedOn },
    howToPay: [],
    terms: [],
  };
}
