import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MinorUnits } from '#shared/money.ts';
import { splitProportionally, sumAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import type { BillingDocument, DocumentTax } from '../contract/documents.ts';
import { creditLinesOf, creditOf, exceedsTaxOf, shareOfLines, uncreditedOf } from './credit-notes.ts';
import { finalizeDocument, validBillingDocumentSchema } from './documents.ts';
import { getTaxSummary, taxKey } from './totals.ts';

const taxes: DocumentTax[] = [
  { name: 'VAT', basisPoints: 1900 },
  { name: 'VAT', basisPoints: 700, category: 'standard' },
  { name: 'VAT', basisPoints: 0, category: 'zero' },
  { name: 'VAT', basisPoints: 0, category: 'reverse_charge', note: 'Reverse charge' },
  { name: 'VAT', basisPoints: 0 },
];
const line = fc.record({
  description: fc.constant('Work'),
  detail: fc.constant(null),
  quantity: fc.integer({ min: 1, max: 20 }),
  // Also a few cents, of which a discount leaves nothing.
  unitAmount: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 4 })).map(toMinorUnits),
  term: fc.constant(null),
  tax: fc.option(fc.constantFrom(...taxes), { nil: undefined }),
});
const invoices = fc
  .record({
    lineItems: fc.array(line, { minLength: 1, maxLength: 6 }),
    taxBehavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    tax: fc.constantFrom(...taxes),
  })
  .map(({ lineItems, ...rest }) =>
    finalizeDocument(
      documentDraftFixture({
        ...rest,
        lineItems: lineItems.map(({ tax, ...each }) => (tax ? { ...each, tax } : each)),
        paymentInstructions: [],
      }),
    ),
  );

const issuedOn = '2026-04-01';

function expectNothingLeft(invoice: BillingDocument, notes: readonly BillingDocument[]): void {
  const { subtotal, total, taxSummary = [] } = uncreditedOf(invoice, notes);
  expect([subtotal, total]).toEqual([0, 0]);
  for (const { taxableAmount, ...tax } of taxSummary) {
    expect(taxableAmount).toBe(0);
    const ofTax = [invoice, ...notes].flatMap(getTaxSummary).filter(other => taxKey(other) === taxKey(tax));
    expect(sumAmounts(ofTax.map(({ taxAmount }) => taxAmount))).toBe(0);
  }
}

describe('a document whose lines have their own taxes', () => {
  it('taxes the sum of each category and rate, rounded half up (EN 16931 BR-CO-17), and adds up', () => {
    fc.assert(
      fc.property(invoices, invoice => {
        const summary = getTaxSummary(invoice);
        for (const { taxableAmount, taxAmount, basisPoints } of summary) {
          expect(taxAmount).toBe(Number((BigInt(taxableAmount) * BigInt(basisPoints) + 5000n) / 10_000n));
        }
        expect(new Set(summary.map(taxKey)).size).toBe(summary.length);
        expect(sumAmounts(summary.map(({ taxableAmount }) => taxableAmount))).toBe(invoice.subtotal);
        expect(sumAmounts(summary.map(({ taxAmount }) => taxAmount))).toBe(invoice.taxAmount);
        expect(invoice.subtotal + invoice.taxAmount + (invoice.rounding ?? 0)).toBe(invoice.total);
        expect(validBillingDocumentSchema.parse(JSON.parse(JSON.stringify(invoice)))).toEqual(invoice);
      }),
    );
  });

  it('is brought to zero by its credit notes, net and tax of each rate', () => {
    const percentages = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 });
    fc.assert(
      fc.property(invoices, percentages, (invoice, parts) => {
        const notes: BillingDocument[] = [];
        const give = (amount: MinorUnits) => {
          if (amount <= 0) return;
          const draft = creditOf(invoice, amount, 'Goodwill', uncreditedOf(invoice, notes));
          const note = finalizeDocument({ ...draft, number: '2026-0009', issuedOn, paymentUrl: null });
          expect(note.total).toBe(0 - amount);
          notes.push(note);
        };
        const left = () => uncreditedOf(invoice, notes);
        for (const part of parts) give(toMinorUnits(Math.floor((left().total * part) / 100)));
        give(left().total);
        expectNothingLeft(invoice, notes);
      }),
    );
  });

  it('is brought to zero by credit notes for its lines, with their shares of a discount on all of them', () => {
    const order = fc.array(fc.nat(5), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(invoices, fc.integer({ min: 0, max: 99 }), order, (charged, percent, weights) => {
        const { issuedOn: _day, ...draft } = charged;
        const discounts = Map.groupBy(charged.lineItems, ({ tax }) => JSON.stringify(tax))
          .values()
          .flatMap(lines => {
            const sum = sumAmounts(lines.map(({ amount }) => amount));
            const unitAmount = toMinorUnits(-Math.floor((sum * percent) / 100));
            return lines.slice(0, 1).map(first => ({ ...first, quantity: 1, unitAmount }));
          });
        const invoice = finalizeDocument({
          ...draft,
          issuedOn: '2026-03-01',
          lineItems: [...charged.lineItems, ...(percent > 0 ? discounts : [])],
        });
        const shares = shareOfLines(invoice);
        expect(sumAmounts(shares.map(({ gross }) => gross))).toBe(invoice.total);
        const notes: BillingDocument[] = [];
        const left = () => uncreditedOf(invoice, notes);
        // Lines of one weight are credited together.
        for (const indexes of Map.groupBy(charged.lineItems.keys(), index => weights[index]).values()) {
          const amount = sumAmounts(indexes.map(index => shares[index]?.gross ?? ZERO));
          if (amount === 0) continue;
          expect(exceedsTaxOf(invoice, indexes, left())).toBe(false);
          const part = amount < left().total;
          const draftNote = part
            ? creditLinesOf(invoice, indexes, 'Not delivered', left())
            : creditOf(invoice, amount, 'Not delivered', left());
          const note = finalizeDocument({ ...draftNote, number: '2026-0009', issuedOn, paymentUrl: null });
          expect(note.total).toBe(0 - amount);
          notes.push(note);
        }
        expectNothingLeft(invoice, notes);
      }),
    );
  });

  it('credits a free line without taking a cent from the other lines of its tax', () => {
    const [first] = documentDraftFixture().lineItems;
    if (!first) throw new Error('There is no line.');
    const priced = (unitAmount: number) => ({ ...first, quantity: 1, unitAmount: toMinorUnits(unitAmount) });
    const [vat, none] = [
      { name: 'VAT', basisPoints: 1900 },
      { name: 'VAT', basisPoints: 0 },
    ];
    const lineItems = [{ ...priced(10_000), tax: vat }, priced(300), priced(0)];
    const invoice = finalizeDocument(documentDraftFixture({ taxBehavior: 'exclusive', tax: none, lineItems }));
    const draft = creditLinesOf(invoice, [0, 2], 'Not delivered');
    const note = finalizeDocument({ ...draft, number: '2026-0009', issuedOn, paymentUrl: null });
    expect([note.subtotal, note.taxAmount, note.total]).toEqual([-10_000, -1900, -11_900]);
  });

  it.each([
    ['a rate on a category without tax', { basisPoints: 1900, category: 'reverse_charge', note: 'Reverse charge' }],
    ['no rate on a category with tax', { basisPoints: 0, category: 'standard' }],
    ['no note on a category that needs one', { basisPoints: 0, category: 'export' }],
    ['a note on a category without one', { basisPoints: 1900, category: 'standard', note: 'Reverse charge' }],
  ] as const)('is refused with %s', (_title, tax) => {
    expect(() => finalizeDocument(documentDraftFixture({ tax: { name: 'VAT', ...tax } }))).toThrow(/category/);
  });

  it('is refused with a wrong summary', () => {
    const [first, ...others] = documentDraftFixture().lineItems;
    if (!first) throw new Error('There is no line.');
    const own = { name: 'VAT', basisPoints: 700 };
    const invoice = finalizeDocument(documentDraftFixture({ lineItems: [{ ...first, tax: own }, ...others] }));
    expect(invoice.taxSummary).toHaveLength(2);
    const { taxSummary: _summary, ...without } = invoice;
    expect(validBillingDocumentSchema.safeParse(without).success).toBe(false);
  });
});

it('a split in proportion sums to the amount and equals the parts if they do', () => {
  const amounts = fc.array(fc.integer({ min: -1000, max: 1_000_000 }).map(toMinorUnits), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(amounts, fc.integer({ min: -1_000_000, max: 1_000_000 }).map(toMinorUnits), (parts, amount) => {
      const whole = sumAmounts(parts);
      expect(sumAmounts(splitProportionally(amount, parts))).toBe(whole === 0 ? 0 : amount);
      expect(splitProportionally(whole, parts)).toEqual(whole === 0 ? parts.map(() => ZERO) : parts);
    }),
  );
});
