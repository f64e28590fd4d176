import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumAmounts, toMinorUnits } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import type { BillingDocument, DocumentTax } from '../contract/documents.ts';
import type { TaxEntry } from '../contract/tax-report.ts';
import { creditOf, uncreditedOf } from './credit-notes.ts';
import { finalizeDocument } from './documents.ts';
import { addTaxEntries, type CashMovement, listCashShares, listTaxShares, type TaxShare } from './tax-report.ts';

const taxes: DocumentTax[] = [
  { name: 'VAT', basisPoints: 1900 },
  { name: 'VAT', basisPoints: 700 },
  { name: 'VAT', basisPoints: 0, category: 'reverse_charge', note: 'Reverse charge' },
  { name: 'VAT', basisPoints: 0 },
];
const line = fc.record({
  unitAmount: fc.integer({ min: 1, max: 300_000 }).map(toMinorUnits),
  tax: fc.option(fc.constantFrom(...taxes), { nil: undefined }),
});
const invoices = fc
  .record({
    lineItems: fc.array(line, { minLength: 1, maxLength: 4 }),
    taxBehavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    tax: fc.constantFrom(...taxes),
  })
  .map(({ lineItems, ...rest }) =>
    finalizeDocument(
      documentDraftFixture({
        ...rest,
        paymentInstructions: [],
        lineItems: lineItems.map(({ unitAmount, tax }) => ({
          description: 'Work',
          detail: null,
          quantity: 1,
          unitAmount,
          term: null,
          ...(tax ? { tax } : {}),
        })),
      }),
    ),
  );
/** A payment, refund or credit note, as a percentage of the rest. */
const events = fc.array(
  fc.record({ kind: fc.constantFrom('pay', 'refund', 'credit'), percent: fc.integer({ min: 1, max: 100 }) }),
  { maxLength: 6 },
);

const sumOf = (shares: readonly TaxShare[]) => sumAmounts(shares.flatMap(({ net, taxAmount }) => [net, taxAmount]));
const byKey = (shares: readonly TaxShare[]) =>
  Object.fromEntries(
    [...Map.groupBy(shares, ({ tax }) => tax.key)].map(([key, same]) => [
      key,
      [sumAmounts(same.map(({ net }) => net)), sumAmounts(same.map(({ taxAmount }) => taxAmount))],
    ]),
  );

describe('the sums of a report', () => {
  const vat = { key: 'zero 0', name: 'VAT', category: 'zero' as const, basisPoints: 0 };
  const rounding = { key: 'rounding', name: 'Rounding', category: null, basisPoints: 0 };
  const entry = (amount: number, kind: TaxEntry['kind'], tax: TaxEntry['tax']): TaxEntry => ({
    date: '2026-04-01',
    kind,
    document: { kind: 'invoice', number: '2026-0001', path: '/documents/1' },
    client: 'Ada',
    currency: 'EUR',
    tax,
    net: toMinorUnits(amount),
    taxAmount: toMinorUnits(0),
  });

  it('omit rounding that adds up to zero', () => {
    const keysOf = (...kinds: [number, TaxEntry['kind']][]) =>
      addTaxEntries(
        [],
        [entry(100, 'invoice', vat), ...kinds.map(([amount, kind]) => entry(amount, kind, rounding))],
      ).flatMap(({ taxes: all }) => all.map(({ tax }) => tax.key));
    expect(keysOf([1, 'invoice'], [-1, 'invoice'])).toEqual(['zero 0']);
    expect(keysOf([1, 'invoice'], [-1, 'credit_note'])).toEqual(['zero 0', 'rounding']);
  });

  it('keep those of other currencies, with the highest rate first and rounding last', () => {
    const rate = (key: string, basisPoints: number) => ({ ...vat, key, basisPoints });
    const before = addTaxEntries([], [{ ...entry(7, 'invoice', vat), currency: 'USD' }]);
    const entries = [rounding, vat, rate('b', 700), rate('standard 1900', 1900), rate('a', 700)].map(tax =>
      entry(1, 'credit_note', tax),
    );
    const sums = addTaxEntries(before, entries);
    expect(sums.map(({ currency, taxes: all }) => [currency, ...all.map(({ tax }) => tax.key)])).toEqual([
      ['USD', 'zero 0'],
      ['EUR', 'standard 1900', 'a', 'b', 'zero 0', 'rounding'],
    ]);
    expect(
      addTaxEntries(sums, [{ ...entry(5, 'refund', vat), taxAmount: toMinorUnits(2) }])[1]?.taxes[3],
    ).toMatchObject({
      charged: { net: 0, taxAmount: 0 },
      credited: { net: 6, taxAmount: 2 },
      sum: { net: 6, taxAmount: 2 },
    });
  });

  it.each<[DocumentTax, TaxShare['tax']]>([
    [
      { name: 'VAT', basisPoints: 1900 },
      { key: 'standard 1900', name: 'VAT', category: 'standard', basisPoints: 1900 },
    ],
    [
      { name: 'Fees', basisPoints: 0, category: 'exempt' },
      { key: 'exempt 0', name: 'Fees', category: 'exempt', basisPoints: 0 },
    ],
    [
      { name: 'VAT', basisPoints: 0 },
      { key: 'none 0', name: 'No tax', category: null, basisPoints: 0 },
    ],
  ])('name the tax %j', (tax, reported) => {
    const amounts = { subtotal: toMinorUnits(100), taxAmount: toMinorUnits(0) };
    expect(listTaxShares({ tax, ...amounts })).toEqual([
      { tax: reported, net: 100, taxAmount: 0 },
      { tax: rounding, net: 0, taxAmount: 0 },
    ]);
  });

  it('set a won dispute off against the dispute', () => {
    const entries = [entry(100, 'payment', vat), entry(-100, 'dispute', vat), entry(100, 'dispute_won', vat)];
    expect(addTaxEntries([], entries)).toMatchObject([
      { taxes: [{ charged: { net: 100 }, credited: { net: 0 }, sum: { net: 100 } }] },
    ]);
  });
});

describe('taxes by payment date', () => {
  it('equal the amount received after each movement, and the invoice minus its credit notes in the end', () => {
    fc.assert(
      fc.property(invoices, events, (invoice, all) => {
        const notes: BillingDocument[] = [];
        const movements: CashMovement[] = [];
        const paid = () => sumAmounts(movements.map(({ received }) => received));
        const part = (amount: number, percent: number) => toMinorUnits(Math.floor((amount * percent) / 100));
        for (const { kind, percent } of all) {
          const left = uncreditedOf(invoice, notes);
          if (kind === 'pay') movements.push({ received: part(Math.max(left.total - paid(), 0), percent) });
          else if (kind === 'refund') movements.push({ received: toMinorUnits(0 - part(paid(), percent)) });
          else if (part(left.total, percent) > 0) {
            const draft = creditOf(invoice, part(left.total, percent), 'Goodwill', left);
            const note = finalizeDocument({ ...draft, number: '2026-0009', issuedOn: '2026-04-01', paymentUrl: null });
            notes.push(note);
            movements.push({ received: toMinorUnits(0), creditNote: note });
          }
        }
        // Settles the rest, or returns the overpayment.
        movements.push({ received: toMinorUnits(uncreditedOf(invoice, notes).total - paid()) });
        const shares = listCashShares(invoice, movements);
        for (const [index, { received }] of movements.entries()) expect(sumOf(shares[index] ?? [])).toBe(received);
        const documents = [invoice, ...notes].flatMap(document => listTaxShares(document));
        expect(byKey(shares.flat())).toEqual(byKey(documents));
        expect(sumOf(documents)).toBe(sumAmounts([invoice, ...notes].map(({ total }) => total)));
      }),
    );
  });

  it('share a part payment in proportion', () => {
    const draft = documentDraftFixture({ tax: { name: 'VAT', basisPoints: 1900 }, paymentInstructions: [] });
    const [first] = draft.lineItems;
    if (!first) throw new Error('There is no line.');
    const invoice = finalizeDocument({
      ...draft,
      lineItems: [
        { ...first, unitAmount: toMinorUnits(10_000) },
        { ...first, unitAmount: toMinorUnits(10_000), tax: { name: 'VAT', basisPoints: 700 } },
      ],
    });
    const half = toMinorUnits(invoice.total / 2);
    const [payment] = listCashShares(invoice, [{ received: half }]);
    expect(payment?.map(({ tax, net, taxAmount }) => [tax.key, net, taxAmount])).toEqual([
      ['standard 1900', 5000, 950],
      ['standard 700', 5000, 350],
      ['rounding', 0, 0],
    ]);
  });
});
