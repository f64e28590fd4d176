import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { BillingDocument, DocumentDesign } from '../contract/documents.ts';
import { finalizeDocument, type UnissuedDocument } from './documents.ts';

interface SampleOptions extends Pick<UnissuedDocument, 'issuer' | 'paymentInstructions'> {
  readonly design: DocumentDesign;
  readonly language: DocumentLanguage;
  readonly iban: string | null;
  readonly bic: string | null;
}

/** Returns an invoice with example data, to preview a design. */
export function buildSampleDocument({ iban, bic, language, ...owner }: SampleOptions): BillingDocument {
  const line = (description: string, quantity: number, cents: number, detail: string | null = null) => ({
    description,
    detail,
    quantity,
    unitAmount: toMinorUnits(cents),
    term: null,
  });
  const standard = { name: 'VAT', basisPoints: 2000, category: 'standard' } as const;
  return finalizeDocument({
    ...owner,
    kind: 'invoice',
    number: '2026-0042',
    issuedOn: '2026-03-02',
    dueOn: '2026-03-16',
    client: {
      name: 'Harbor & Pine Ltd',
      email: 'office@harborpine.example',
      addressLines: ['Sam Rivera', '4 Quay Street', 'Bristol BS1 4QA'],
      taxId: 'GB123456789',
      language,
    },
    order: { orderNumber: '1042', title: 'Booking site for two houses by the sea' },
    servicePeriod: { from: '2026-02-01', until: '2026-02-28' },
    lineItems: [
      line('Design and development', 42, 9_500, 'Booking calendar with seasonal prices and deposits'),
      line('Photographs, prepared for the web', 24, 450),
      { ...line('Printed guide', 10, 1_200), tax: { ...standard, basisPoints: 500 } },
    ],
    taxBehavior: 'exclusive',
    tax: standard,
    amountPaid: ZERO,
    currency: 'EUR',
    reference: null,
    paymentUrl: 'https://example.com/document/2026-0042',
    ...(iban === null ? {} : { bankAccount: { iban, bic } }),
    terms: [],
  });
}
