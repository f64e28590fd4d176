import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { type BillingDocument, billingDocumentKinds } from '../contract/documents.ts';
import { documentFixture, documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import { isPayable, validBillingDocumentSchema, type DocumentDraft, finalizeDocument } from './documents.ts';

const earlier = { kind: 'invoice', number: '2026-0001', issuedOn: '2026-01-05' } as const;
const back = [{ description: 'Taken back', detail: null, quantity: 1, unitAmount: toMinorUnits(-500), term: null }];

/** Returns the names of the invalid fields. */
function refusedAt(document: unknown): string[] {
  const result = validBillingDocumentSchema.safeParse(document);
  return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'));
}

const changed = (changes: Partial<Record<keyof BillingDocument, unknown>>) => ({ ...documentFixture(), ...changes });

describe('term 5: a document', () => {
  it('is finalized with its amounts', () => {
    const document = documentFixture();
    expect(document.lineItems.map(({ amount }) => amount)).toEqual([49_950, 24_975, 5400]);
    expect(document).toMatchObject({
      subtotal: 80_325,
      taxAmount: 20_081,
      total: 100_406,
      amountPaid: 0,
      amountDue: 100_406,
    });
  });

  it('shows the remaining amount of the total', () => {
    expect(documentFixture({ amountPaid: toMinorUnits(100_000) }).amountDue).toBe(406);
  });

  it('is accepted once finalized, and survives JSON unchanged', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map(toMinorUnits);
    const lineItems = fc.array(
      fc.record({
        description: fc.constant('Work'),
        detail: fc.constant(null),
        quantity: fc.integer({ min: 0, max: 500 }),
        unitAmount: amount,
        term: fc.constantFrom(null, 1, 16),
      }),
      { minLength: 1, maxLength: 20 },
    );
    const draft = fc.record({
      lineItems,
      taxBehavior: fc.constantFrom('exclusive', 'inclusive'),
      tax: fc.record({ name: fc.constant('VAT'), basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
      amountPaid: amount,
      currency: fc.constantFrom('JPY', 'USD', 'KWD'),
    });
    fc.assert(
      fc.property(draft, changes => {
        const document = finalizeDocument(documentDraftFixture(changes));
        expect(validBillingDocumentSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
      }),
    );
  });

  it('is rejected if any of its sums is off by one unit', () => {
    const sums = ['subtotal', 'taxAmount', 'total', 'amountPaid', 'amountDue'] as const;
    for (const name of sums) {
      for (const off of [-1, 1]) {
        const document = documentFixture();
        expect(refusedAt({ ...document, [name]: document[name] + off }), `${name} ${off}`).not.toEqual([]);
      }
    }
    const [first, ...others] = documentFixture().lineItems;
    const wrong = { ...first, amount: 49_951 };
    expect(refusedAt(changed({ lineItems: [wrong, ...others] }))).toEqual(['lineItems.0.amount']);
  });

  test.each([
    ['a fraction of a unit', { total: 100_406.5 }, 'total'],
    [
      'a line too large to be exact',
      { lineItems: [{ ...documentFixture().lineItems[0], quantity: 1_000_000, unitAmount: Number.MAX_SAFE_INTEGER }] },
      'total',
    ],
    ['a number without its year', { number: '7' }, 'number'],
    ['a short sequence', { number: '2026-007' }, 'number'],
    ['a day that is none', { issuedOn: '2026-02-30' }, 'issuedOn'],
    ['an instant for a day', { dueOn: '2026-03-09T10:00:00Z' }, 'dueOn'],
    ['a due day before it is issued', { dueOn: '2026-03-01' }, 'dueOn'],
    ['a currency that is none', { currency: 'dollars' }, 'currency'],
    ['an address that runs a script', { paymentUrl: 'javascript:alert(1)' }, 'paymentUrl'],
    ['no line', { lineItems: [] }, 'lineItems'],
    ['a field nobody knows', { color: 'red' }, ''],
  ])('is rejected with %s', (_what, changes, field) => {
    expect(refusedAt({ ...documentFixture(), ...changes })).toContain(field);
  });

  test.each(['2026-0001', '2026-12345', 'Q-2026-0001'])('may have the number %s', number => {
    expect(refusedAt(changed({ number }))).toEqual([]);
  });
});

describe('a kind of document', () => {
  const examples: Readonly<Record<(typeof billingDocumentKinds)[number], Partial<DocumentDraft>>> = {
    deposit_invoice: {},
    balance_invoice: {},
    invoice: {},
    installment_invoice: {},
    late_fee_invoice: { reference: earlier },
    credit_note: { reference: earlier, lineItems: back, dueOn: null },
    receipt: { reference: earlier, amountPaid: toMinorUnits(100_406), dueOn: null },
    quote: {},
    account_statement: { lineItems: [], dueOn: null, order: null },
  };

  it.each(billingDocumentKinds)('%s can be issued', kind => {
    expect(documentFixture({ ...examples[kind], kind }).kind).toBe(kind);
  });

  it.each(billingDocumentKinds.filter(isPayable))('%s needs a due date and has no negative total', kind => {
    const draft = documentDraftFixture({ ...examples[kind], kind });
    expect(() => finalizeDocument({ ...draft, dueOn: null })).toThrow('must have a due date');
    expect(() => finalizeDocument({ ...draft, lineItems: back })).toThrow('must not be negative');
  });

  it.each(['late_fee_invoice', 'credit_note', 'receipt'] as const)('%s needs a reference', kind => {
    expect(() => documentFixture({ ...examples[kind], kind, reference: null })).toThrow('must refer to a document');
  });

  it('a credit note charges nothing', () => {
    const charging = {
      ...examples['credit_note'],
      kind: 'credit_note',
      lineItems: documentDraftFixture().lineItems,
    } as const;
    expect(() => documentFixture(charging)).toThrow('must not be positive');
  });

  it('a receipt is for the amount paid', () => {
    expect(() => documentFixture({ ...examples.receipt, kind: 'receipt', amountPaid: toMinorUnits(1) })).toThrow(
      'The amount paid must equal the total of the receipt',
    );
  });
});
