import type { MinorUnits } from '#shared/money.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { UnissuedDocument } from './documents.ts';
import { formatDocumentTitle } from './labels.ts';

/** Returns an unissued receipt for a payment of an invoice. The tax stays on the invoice and is not repeated. */
export function buildReceipt(
  invoice: BillingDocument,
  received: {
    readonly amount: MinorUnits;
    readonly method: string;
    readonly reference: string | null;
    readonly sent?: string;
  },
  issuer: UnissuedDocument['issuer'],
): Omit<UnissuedDocument, 'paymentUrl'> {
  const { kind, number, issuedOn, client, order, tax, currency } = invoice;
  const { amount, method, reference, sent } = received;
  const parts = [method, reference !== null && `reference ${reference}`, sent !== undefined && `sent as ${sent}`];
  const detail = parts.filter(Boolean).join(', ');
  return {
    kind: 'receipt',
    dueOn: null,
    issuer,
    client,
    order,
    lineItems: [
      {
        description: `Payment of ${formatDocumentTitle({ kind, number })}`,
        detail,
        quantity: 1,
        unitAmount: amount,
        term: null,
      },
    ],
    taxBehavior: 'inclusive',
    tax: { name: tax.name, basisPoints: 0 },
    amountPaid: amount,
    currency,
    reference: { kind, number, issuedOn },
    paymentInstructions: [],
    terms: [],
  };
}
