import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentTax } from '#features/billing/contract/documents.ts';
import { finalizeDocument } from '#features/billing/rules/documents.ts';
import { toTaxKey } from '#features/billing/rules/tax-options.ts';
import { sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import { DEFAULT_PAYMENT_TERMS, toPlainDate } from '#tests/support/order-factory.ts';
import { buildInvoice } from '../../lifecycle/rules/build-invoice.ts';
import { listShares } from '../../lifecycle/rules/tax.ts';
import {
  EMPTY_QUOTE_LINE,
  type QuoteContext,
  readQuoteLines,
  toDiscountInput,
  toTypedLine,
  type TypedQuoteLine,
} from './quote-lines.ts';
import { calculateChoice, chooseOptions, formatQuoteAgreement, type QuotedOrder } from './quotes.ts';

const typed = (changes: Partial<TypedQuoteLine> = {}): TypedQuoteLine => ({
  ...EMPTY_QUOTE_LINE,
  description: 'Work',
  amount: '100',
  ...changes,
});
const toOption = (label: string, tax: DocumentTax) => ({ key: toTaxKey(tax), label, tax });
const taxes = [
  toOption('VAT 19%', { name: 'VAT', basisPoints: 1900 }),
  toOption('VAT 7%', { name: 'VAT', basisPoints: 700 }),
  toOption('Exempt', { name: 'Disbursement', basisPoints: 0, category: 'exempt', note: 'Paid for you.' }),
  toOption('Reverse charge', { name: 'VAT', basisPoints: 0, category: 'reverse_charge', note: 'Reverse charge.' }),
  toOption('Outside the scope', { name: 'None', basisPoints: 0, category: 'outside_scope', note: 'Not subject.' }),
];
const context: QuoteContext = { currency: 'USD', taxes, client: { name: 'Noor Haddad', hasTaxId: false } };
const read = (lines: TypedQuoteLine[], discount = '') => readQuoteLines(lines, discount, context);

const noTax = { behavior: 'exclusive', name: 'VAT', basisPoints: 0 } as const;
/** Returns a quote of these lines. */
function quoteOf(lines: TypedQuoteLine[], discount = '', changes: Partial<QuotedOrder> = {}) {
  const { quote: quoteLines, problems } = read(lines, discount);
  expect(problems).toEqual({});
  const order: QuotedOrder = {
    id: 1001,
    title: 'Tide tables',
    clientName: 'Noor Haddad',
    offerSnapshot: { id: null, features: [], deliveryDays: 21, supportDays: 0 },
    agreedTerms: { settings: DEFAULT_PAYMENT_TERMS, texts: [{ number: 1, text: 'Half first.' }] },
    lineItems: [],
    total: ZERO,
    tax: noTax,
    currency: 'USD',
    isUrgent: false,
    quoteExpiresOn: '2027-03-15',
    installments: null,
    milestones: null,
    quoteNote: '',
    ...changes,
  };
  return (...chosen: number[]) => ({ ...order, ...calculateChoice(quoteLines, order, chosen) });
}

describe('a typed line', () => {
  it.each<[string, Partial<TypedQuoteLine>, object]>([
    ['with one price', {}, { description: 'Work', amount: 10_000, term: null }],
    ['with a negative price', { amount: '-5' }, { description: 'Work', amount: -500, term: null }],
    [
      'with a quantity',
      { quantity: '2' },
      { description: 'Work', amount: 20_000, quantity: 2, unitAmount: 10_000, term: null },
    ],
    [
      'with a unit',
      { unit: 'hour' },
      { description: 'Work', amount: 10_000, quantity: 1, unit: 'hour', unitAmount: 10_000, term: null },
    ],
    ['with the highest price', { amount: '21474836.47' }, { description: 'Work', amount: 2_147_483_647, term: null }],
    [
      'with quantity, unit and a percentage',
      { quantity: '2,5', unit: 'hour', amount: '99.99', discount: '10%' },
      {
        description: 'Work',
        amount: 22_498,
        quantity: 2.5,
        unit: 'hour',
        unitAmount: 9999,
        discount: { amount: 2500, basisPoints: 1000 },
        term: null,
      },
    ],
    [
      'with an amount as discount that is optional',
      { discount: '20', isOptional: true },
      {
        description: 'Work',
        amount: 8000,
        quantity: 1,
        unitAmount: 10_000,
        discount: { amount: 2000 },
        term: null,
        isOptional: true,
      },
    ],
    [
      'with another tax',
      { tax: 'standard:700:VAT' },
      { description: 'Work', amount: 10_000, tax: { name: 'VAT', basisPoints: 700 }, term: null },
    ],
    ['with the proposed tax', { tax: 'standard:1900:VAT' }, { description: 'Work', amount: 10_000, term: null }],
  ])('%s is read, and written as it was typed', (_what, changes, line) => {
    const { quote, problems } = read([typed(changes)]);
    expect(problems).toEqual({});
    expect(quote.lines).toEqual([line]);
    const again = quote.lines.map(one => toTypedLine(one, 'USD'));
    expect(read(again).quote).toEqual(quote);
  });

  it.each<[string, Partial<TypedQuoteLine>, string, RegExp]>([
    ['no price', { amount: '' }, 'amount', /Fill out/],
    ['a quantity of zero', { quantity: '0' }, 'quantity', /from 0\.01/],
    ['a discount above its price', { discount: '100.01' }, 'discount', /more than the price of the line/],
    ['a discount of 101%', { discount: '101%' }, 'discount', /such as 10%/],
    ['a discount on a negative price', { amount: '-5', discount: '1' }, 'discount', /more than the price/],
    ['a price beyond all limits', { amount: '21000000', quantity: '2' }, 'amount', /lower/],
    ['a reduction beyond all limits', { amount: '-21000000', quantity: '2' }, 'amount', /lower/],
    ['a tax that ended', { tax: 'standard:1600:VAT' }, 'tax', /no longer applies/],
    ['a rate in a category without tax', { tax: 'exempt:700:VAT' }, 'tax', /category has no tax/],
    [
      'reverse charge for a client without a VAT ID',
      { tax: 'reverse_charge:0:VAT' },
      'tax',
      /Noor Haddad has no VAT ID/,
    ],
    ['no VAT next to taxed lines', { tax: 'outside_scope:0:None' }, 'tax', /in a separate quote/],
    [
      'a tax with less than nothing',
      { tax: 'standard:700:VAT', amount: '-5' },
      'amount',
      /with VAT 7% would total less/,
    ],
    ['an option for nothing', { amount: '0', isOptional: true }, 'amount', /more than zero/],
    ['an option with a negative price', { amount: '-5', isOptional: true }, 'amount', /more than zero/],
  ])('can’t have %s', (_what, changes, field, message) => {
    const { problems } = read([typed(), typed(changes)]);
    expect(problems).toEqual({ [`lineItems.1.${field}`]: expect.stringMatching(message) });
  });

  const reduced = { tax: 'standard:700:VAT' };
  it.each<[string, Partial<TypedQuoteLine>[], string[]]>([
    ['not a single', [{ amount: '5' }, { amount: '-5' }], []],
    ['the negative', [{ amount: '5', isOptional: true }, { amount: '-5' }], ['lineItems.2.amount']],
    ['the first negative', [{ amount: '0' }, { amount: '-5' }, { amount: '-1' }], ['lineItems.2.amount']],
  ])('refuses %s line if the required lines with one tax total less than zero', (_which, lines, fields) => {
    const { problems } = read([typed(), ...lines.map(line => typed({ ...reduced, ...line }))]);
    expect(Object.keys(problems)).toEqual(fields);
  });

  it('can’t have a discount on all lines above the required ones', () => {
    expect(read([typed()], '100.01').problems).toEqual({ discount: expect.stringMatching(/all lines/) });
    const lines = [typed(), typed({ isOptional: true })];
    expect(read(lines, '100').problems).toEqual({});
    expect(read(lines, '100.01').problems).toEqual({ discount: expect.stringMatching(/the required lines/) });
    expect(toDiscountInput(read(lines, '7.5%').quote.discount, 'USD')).toBe('7.5%');
  });
});

describe('the choice of options', () => {
  const order = quoteOf(
    [
      typed({ amount: '1,000' }),
      typed({ description: 'Search', amount: '300', isOptional: true }),
      typed({ description: 'Map', amount: '50', quantity: '3', unit: 'hour', isOptional: true }),
    ],
    '10%',
  );

  it('adds lines, recalculates the discount and lists the others', () => {
    const text = formatQuoteAgreement(order(1), []);
    expect(text.slice(text.indexOf('PRICE'), text.indexOf('PAYMENT'))).toBe(
      [
        'PRICE',
        'Work: $1,000.00',
        'Map (3 hours × $50.00): $150.00',
        'Discount 10%: -$115.00',
        'Total: $1,035.00',
        'Deposit: $517.50 (term 1)',
        'Balance: $517.50 (term 2)',
        'Optional, not included in the total:',
        'Search: $300.00',
        '',
        '',
      ].join('\n'),
    );
  });

  it('names an amount as a discount, and leaves it out for a tax without an amount', () => {
    const free = typed({ amount: '0', tax: 'standard:700:VAT' });
    expect(quoteOf([typed(), free], '20')().lineItems.map(({ description, amount }) => [description, amount])).toEqual([
      ['Work', 10_000],
      ['Work', 0],
      ['Discount', -2000],
    ]);
  });

  it('remains after a surcharge for urgent delivery', () => {
    const { quote: quoteLines } = read([typed(), typed({ amount: '60', isOptional: true })]);
    const urgent = quoteOf([typed(), typed({ amount: '60', isOptional: true })], '', { isUrgent: true })();
    expect(urgent.total).toBe(12_500);
    expect(chooseOptions({ ...urgent, quoteLines }, [0]).total).toBe(20_000);
  });

  it('is none for a quote that version 1.0.0 has replaced', () => {
    const { quote: quoteLines } = read([typed(), typed({ isOptional: true })]);
    const before = { ...order(), quoteLines };
    const [line] = quoteLines.lines.filter(({ isOptional }) => !isOptional);
    if (!line) throw new Error('No line.');
    expect(chooseOptions({ ...before, lineItems: [line] }, [0])).toMatchObject({ total: 20_000 });
    const replaced = { ...before, lineItems: [{ ...line, amount: sumAmounts([line.amount, line.amount]) }] };
    expect(chooseOptions({ ...replaced, total: sumAmounts([line.amount]) }, [0])).toMatchObject({
      total: 10_000,
      otherOptions: [],
    });
  });

  it('is invoiced with quantities, units and discounts', () => {
    const { lineItems } = buildInvoice(
      order(0, 1),
      {
        kind: 'balance',
        shares: listShares(order(0, 1)),
        dueOn: toPlainDate('2027-03-01'),
      },
      { ...documentDraftFixture(), paymentInstructions: [] },
    );
    expect(lineItems).toMatchObject([
      { description: 'Work', quantity: 1, unitAmount: 100_000 },
      { description: 'Search', quantity: 1, unitAmount: 30_000 },
      { description: 'Map', quantity: 3, unit: 'hour', unitAmount: 5000 },
      { description: 'Discount 10%', quantity: 1, unitAmount: -14_500 },
    ]);
    expect(Object.keys(lineItems[0] ?? {})).toEqual(['description', 'term', 'detail', 'quantity', 'unitAmount']);
  });

  const lines = (isOptional: boolean) =>
    fc
      .array(
        fc.record({
          amount: fc.integer({ min: 100, max: 2_000_000 }).map(minor => (minor / 100).toFixed(2)),
          quantity: fc.integer({ min: isOptional ? 100 : 1, max: 10_000 }).map(part => (part / 100).toFixed(2)),
          unit: fc.constantFrom('' as const, 'hour' as const),
          discount: fc.constantFrom('', '0.01', '10%', '33.33%'),
        }),
        { minLength: 1, maxLength: 6 },
      )
      .map(list => list.map((line, index) => typed({ ...line, description: `Line ${index + 1}`, isOptional })));
  const discounts = fc.constantFrom('', '0.01', '12.5%', '100%');

  it('costs the sum of its lines, and gives other choices another text', () => {
    fc.assert(
      fc.property(
        lines(true),
        discounts,
        fc.boolean(),
        fc.integer({ min: 0, max: 63 }),
        fc.integer({ min: 0, max: 63 }),
        (options, discount, isUrgent, one, other) => {
          const choose = quoteOf([typed({ amount: '40' }), ...options], discount, { isUrgent });
          const of = (bits: number) => options.flatMap((_option, index) => ((bits >> index) & 1 ? [index] : []));
          const [first, second] = [of(one), of(other)];
          const { lineItems, total, otherOptions } = choose(...first);
          expect(total).toBe(sumAmounts(lineItems.map(({ amount }) => amount)));
          expect(total).toBeGreaterThanOrEqual(0);
          expect(total).toBeGreaterThanOrEqual(choose().total);
          expect(otherOptions).toHaveLength(options.length - first.length);
          expect(lineItems.filter(({ isOptional }) => isOptional)).toHaveLength(first.length);
          const text = formatQuoteAgreement(choose(...first), []);
          expect(text === formatQuoteAgreement(choose(...second), [])).toBe(first.join() === second.join());
        },
      ),
    );
  });

  it('never discounts a line below zero, and adds up on an invoice', () => {
    fc.assert(
      fc.property(lines(false), discounts, (others, discount) => {
        const quote = quoteOf([typed(), ...others], discount)();
        expect(quote.lineItems.every(({ quantity, amount }) => quantity === undefined || amount >= 0)).toBe(true);
        expect(quote.total).toBeGreaterThanOrEqual(0);
        const invoice = buildInvoice(
          quote,
          { kind: 'full', shares: listShares(quote), dueOn: toPlainDate('2027-03-01') },
          { ...documentDraftFixture(), paymentInstructions: [] },
        );
        const document = finalizeDocument({
          ...invoice,
          number: '2027-0001',
          issuedOn: '2027-03-01',
          paymentUrl: null,
        });
        expect(document.total).toBe(quote.total);
      }),
    );
  });
});
