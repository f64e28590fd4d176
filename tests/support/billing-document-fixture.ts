import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import { type DocumentDraft, finalizeDocument } from '#features/billing/rules/documents.ts';

/** Returns a draft invoice with every optional part. */
export function documentDraftFixture(changes: Partial<DocumentDraft> = {}): DocumentDraft {
  return {
    kind: 'deposit_invoice',
    number: '2026-0007',
    issuedOn: '2026-03-02',
    timeZone: 'Europe/Stockholm',
    dueOn: '2026-03-09',
    issuer: {
      name: 'Mara Lindqvist',
      addressLines: ['Västra Hamngatan 11', '411 17 Göteborg', 'Sweden'],
      email: 'mara@example.com',
      phone: '+46 31 555 01 23',
      taxId: 'SE556677889901',
    },
    client: {
      name: 'Harbor & Pine Ltd',
      email: 'accounts@harborandpine.example',
      addressLines: ['4 Quay Street', 'Bristol BS1 4QA', 'United Kingdom'],
      taxId: 'GB123456789',
    },
    order: { orderNumber: 'A-1042', title: 'Booking site for two houses by the sea' },
    lineItems: [
      {
        description: 'Growth plan, deposit of 50%',
        detail: 'Up to eight pages, a blog and a contact form; price of the plan $999.00',
        quantity: 1,
        unitAmount: toMinorUnits(49950),
        term: 1,
      },
      {
        description: 'Urgent delivery, within 72 hours',
        detail: null,
        quantity: 1,
        unitAmount: toMinorUnits(24975),
        term: 16,
      },
      {
        description: 'Photographs, prepared for the web',
        detail: null,
        quantity: 12,
        unitAmount: toMinorUnits(450),
        term: null,
      },
    ],
    taxBehavior: 'exclusive',
    tax: { name: 'VAT', basisPoints: 2500 },
    amountPaid: toMinorUnits(0),
    currency: 'USD',
    reference: null,
    paymentInstructions: [
      {
        method: 'Bank transfer',
        text: 'IBAN SE35 5000 0000 0549 1000 0003, BIC ESSESESS. Please give the number of the invoice as the reference.',
      },
      { method: 'bKash', text: 'Send to 01700 000000 and keep the transaction number.' },
    ],
    paymentUrl: 'https://mara.example.com/pay/2026-0007',
    terms: [
      { number: 1, text: 'Half of the price is due before work starts. Work does not start before it is paid.' },
      { number: 6, text: 'An invoice that is not paid 7 days after it is due may be charged a late fee of 5%, once.' },
      { number: 16, text: 'Delivery within 48 to 72 hours costs 25% more. It is agreed before the order is placed.' },
    ],
    ...changes,
  };
}

/** Returns a finalized document with every optional part. */
export function documentFixture(changes: Partial<DocumentDraft> = {}): BillingDocument {
  return finalizeDocument(documentDraftFixture(changes));
}
