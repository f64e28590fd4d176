import { createHash } from 'node:crypto';
import type { AgreementDocument } from '#features/billing/contract/agreement-document.ts';
import { documentDraftFixture } from './billing-document-fixture.ts';
import { parseAgreement } from '#features/orders/agreements/rules/parse-agreement.ts';
import { formatQuoteAgreement } from '#features/orders/quotes/rules/quotes.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';

const figures = { depositPercent: 50 };
const SENTENCE =
  'Work is done in the order that was agreed on, and each part of it is shown before the next one begins.';

/** Returns the agreement text of an accepted quote that has every optional part. */
export function createAgreementText({
  title = 'Booking site',
  name = 'Noor Haddad',
  note = 'In two parts.',
} = {}): string {
  return formatQuoteAgreement(
    {
      id: 1042,
      title,
      clientName: name,
      offerSnapshot: {
        id: null,
        features: ['2 × Website Rescue', 'Database Design'],
        deliveryDays: 21,
        supportDays: 30,
      },
      agreedTerms: {
        settings: figures as never,
        texts: Array.from({ length: 16 }, (_none, place) => ({ number: (place + 1) as 1, text: SENTENCE })),
      },
      lineItems: [
        { description: 'Rescue of the two houses’ old site', amount: toMinorUnits(180_000), term: null },
        { description: 'First order', amount: toMinorUnits(-10_001), term: null },
        { description: 'Urgent delivery, 25%', amount: toMinorUnits(42_500), term: 16 },
      ],
      tax: { behavior: 'exclusive', name: 'VAT', basisPoints: 1500 },
      currency: 'USD',
      total: toMinorUnits(244_374),
      isUrgent: true,
      quoteExpiresOn: '2027-03-15',
      installments: null,
      milestones: null,
      quoteNote: note,
    },
    ['Harbor names', 'Logo'],
  );
}

/** Returns an agreement as the PDF worker receives it. */
export function createAgreementSheet(
  changes: Partial<AgreementDocument> = {},
  text = createAgreementText(),
): AgreementDocument {
  return {
    kind: 'agreement',
    orderNumber: '1042',
    text,
    parts: parseAgreement(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    signature: 'Noor Haddad',
    agreedAt: '2027-03-01T12:00:00.000Z',
    timeZone: 'Europe/Stockholm',
    ip: '203.0.113.1',
    confirmation: null,
    issuer: documentDraftFixture().issuer,
    client: { name: 'Noor Haddad', email: 'noor@site.example' },
    brief: 'Tide tables for three harbors.',
    ...changes,
  };
}
