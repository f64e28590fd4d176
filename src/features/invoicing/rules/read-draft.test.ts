import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalizeDocument } from '#features/billing/rules/documents.ts';
import { getTaxSummary } from '#features/billing/rules/totals.ts';
import type { TaxOption } from '#features/billing/rules/tax-options.ts';
import { sumAmounts } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import { type DraftContent, type DraftLine, EMPTY_LINE } from '../contract/constants.ts';
import { changeDefaults, copyDocument, createDraftContent } from './draft-content.ts';
import { listProblems, readDraft } from './read-draft.ts';

const vat = (basisPoints: number): TaxOption => ({
  key: `standard:${basisPoints}:VAT`,
  label: 'VAT',
  tax: { name: 'VAT', basisPoints },
});
const reverse: TaxOption = {
  key: 'reverse_charge:0:VAT',
  label: 'Reverse charge',
  tax: { name: 'VAT', basisPoints: 0, category: 'reverse_charge', note: 'Reverse charge.' },
};
const outside: TaxOption = {
  key: 'outside_scope:0:VAT',
  label: 'Outside',
  tax: { name: 'VAT', basisPoints: 0, category: 'outside_scope', note: 'Outside the scope of VAT.' },
};
const client = { name: 'Ada', email: 'ada@site.example', hasTaxId: false };
const context = { client, taxes: [vat(1900), vat(700), reverse, outside] };
const defaults = { currency: 'EUR', dueDays: 14, taxBehavior: 'exclusive' } as const;

const lineOf = (changes: Partial<DraftLine> = {}): DraftLine => ({
  ...EMPTY_LINE,
  description: 'Work',
  unitPrice: '100',
  ...changes,
});
const draftOf = (lines: DraftLine[] = [lineOf()], changes: Partial<DraftContent> = {}): DraftContent => ({
  ...createDraftContent(defaults),
  lines,
  ...changes,
});

/** Issues a draft, which throws if its sums are wrong. */
function issue(draft: DraftContent) {
  const { charges, total, problems } = readDraft(draft, context);
  if (!charges) throw new Error(listProblems(problems).join(' '));
  const document = finalizeDocument({ ...documentDraftFixture(), ...charges, currency: draft.currency });
  expect(document.total).toBe(total);
  return document;
}

describe('a draft', () => {
  it.each(['soon', '2027-02-31', '2027-2-3'])('needs service dates that exist, not %j', date => {
    const draft = draftOf([lineOf()], { serviceFrom: date, serviceUntil: date });
    expect(readDraft(draft, context).problems).toMatchObject({
      serviceFrom: 'Enter a date.',
      serviceUntil: 'Enter a date.',
    });
  });

  it('is calculated with quantities, discounts and several taxes', () => {
    const document = issue(
      draftOf(
        [
          lineOf({ quantity: '2.5', unit: 'hour', unitPrice: '99.99', discount: '10%' }),
          lineOf({ unitPrice: '50', tax: 'standard:700:VAT', discount: '5', detail: 'At sea.' }),
        ],
        { discount: '10%' },
      ),
    );
    expect(document.lineItems).toMatchObject([
      { quantity: 2.5, unit: 'hour', unitAmount: 9999, discount: { amount: 2500, basisPoints: 1000 }, amount: 22_498 },
      { detail: 'At sea.', discount: { amount: 500 }, amount: 4500, tax: { basisPoints: 700 } },
      { description: 'Discount 10%', amount: -2250 },
      { description: 'Discount 10%', amount: -450, tax: { basisPoints: 700 } },
    ]);
    expect(document).toMatchObject({ subtotal: 24_298, taxAmount: 3847 + 284, total: 28_429 });
  });

  it.each<[string, DraftContent, Record<string, string>]>([
    ['no description', draftOf([lineOf({ description: ' ' })]), { 'lines.0.description': 'Enter a description.' }],
    [
      'a negative quantity',
      draftOf([lineOf({ quantity: '-2' })]),
      { 'lines.0.quantity': expect.stringMatching(/from 0\.01/) },
    ],
    ['no price', draftOf([lineOf({ unitPrice: '' })]), { 'lines.0.unitPrice': 'Enter a price.' }],
    [
      'a negative price',
      draftOf([lineOf({ unitPrice: '-5' })]),
      { 'lines.0.unitPrice': expect.stringMatching(/in EUR/) },
    ],
    [
      'a discount above the price',
      draftOf([lineOf({ discount: '100.01' })]),
      { 'lines.0.discount': expect.stringMatching(/more than the price of the line/) },
    ],
    [
      'a discount of over 100%',
      draftOf([lineOf({ discount: '101%' })]),
      { 'lines.0.discount': expect.stringMatching(/such as 10%/) },
    ],
    [
      'a discount above all lines',
      draftOf(undefined, { discount: '101' }),
      { discount: expect.stringMatching(/more than the price of all lines/) },
    ],
    ['nothing to pay', draftOf(undefined, { discount: '100%' }), { lines: 'The total must be more than zero.' }],
    [
      'an unknown tax',
      draftOf([lineOf({ tax: 'standard:1600:VAT' })]),
      { 'lines.0.tax': expect.stringMatching(/no longer applies/) },
    ],
    [
      'tax on reverse charge',
      draftOf([lineOf({ tax: 'reverse_charge:1900:VAT' })]),
      { 'lines.0.tax': expect.stringMatching(/has no tax/) },
    ],
    [
      'reverse charge without a VAT ID',
      draftOf([lineOf({ tax: reverse.key })]),
      { 'lines.0.tax': expect.stringMatching(/no VAT ID/) },
    ],
    [
      'a mix with what is outside the scope',
      draftOf([lineOf(), lineOf({ tax: outside.key })]),
      { lines: expect.stringMatching(/separate invoice/) },
    ],
    [
      'too large a total',
      draftOf([
        lineOf({ quantity: '999999', unitPrice: '21000000' }),
        ...Array.from({ length: 9 }, () => lineOf({ quantity: '999999', unitPrice: '21000000' })),
      ]),
      { lines: 'The total is too large.' },
    ],
    ['no due days', draftOf(undefined, { dueDays: 'soon' }), { dueDays: expect.stringMatching(/number of days/) }],
    [
      'a service that ends first',
      draftOf(undefined, { serviceFrom: '2027-03-02', serviceUntil: '2027-03-01' }),
      { serviceUntil: expect.stringMatching(/on or after/) },
    ],
    [
      'a service without a start',
      draftOf(undefined, { serviceUntil: '2027-03-01' }),
      { serviceFrom: 'Enter the first day.' },
    ],
    ['too many due days', draftOf(undefined, { dueDays: '1000' }), { dueDays: expect.stringMatching(/from 0 to 999/) }],
    ['no lines', draftOf([]), { lines: 'Add a line.' }],
    [
      'several problems',
      draftOf([lineOf({ unitPrice: ' ' }), lineOf()], { discount: '101' }),
      { 'lines.0.unitPrice': 'Enter a price.', discount: expect.stringMatching(/more than the price of all lines/) },
    ],
  ])('with %s is refused at its field', (_what, draft, problems) => {
    expect(readDraft(draft, context).problems).toEqual(problems);
  });

  it.each<[string, DraftContent]>([
    ['due days in spaces', draftOf(undefined, { dueDays: ' 14 ' })],
    ['a service of one day', draftOf(undefined, { serviceFrom: '2027-03-01', serviceUntil: '2027-03-01' })],
    ['a service without an end', draftOf(undefined, { serviceFrom: '2027-03-01' })],
  ])('with %s has no problems', (_what, draft) => {
    expect(readDraft(draft, context).problems).toEqual({});
  });

  it('has problems that name the line', () => {
    const { problems } = readDraft(draftOf([lineOf(), lineOf({ unitPrice: '' })], { dueDays: '' }), context);
    expect(listProblems(problems)).toEqual(['Line 2: Enter a price.', 'Enter a number of days from 0 to 999.']);
  });

  it('needs an email address of the client', () => {
    const { problems } = readDraft(draftOf(), { ...context, client: { ...client, email: null } });
    expect(listProblems(problems)).toEqual(['Ada has no email address. Add one to send the invoice.']);
  });

  const typedLine = fc.record({
    quantity: fc.integer({ min: 1, max: 99_999 }).map(hundredths => String(hundredths / 100)),
    unitPrice: fc.integer({ min: 1, max: 999_999 }).map(minor => (minor / 100).toFixed(2)),
    discount: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 99 }).map(percent => `${percent}%`),
    ),
    tax: fc.constantFrom('', 'standard:700:VAT'),
  });
  const typedDraft = fc.record({
    lines: fc.array(typedLine, { minLength: 1, maxLength: 8 }),
    discount: fc.constantFrom('', '1%', '33.33%', '0.01'),
    taxBehavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
  });

  it('always becomes a document with correct sums, whose discount has the exact amount', () => {
    fc.assert(
      fc.property(typedDraft, ({ lines, ...rest }) => {
        const draft = draftOf(lines.map(lineOf), rest);
        const { total, problems } = readDraft(draft, context);
        fc.pre(total !== null && total > 0 && Object.keys(problems).length === 0);
        const document = issue(draft);
        const taxes = getTaxSummary(document);
        expect(sumAmounts(taxes.map(({ taxableAmount }) => taxableAmount))).toBe(document.subtotal);
        const discounts = document.lineItems.slice(lines.length).map(({ amount }) => amount);
        const full = sumAmounts(document.lineItems.slice(0, lines.length).map(({ amount }) => amount));
        const percent = { '1%': 100n, '33.33%': 3333n }[draft.discount];
        const expected =
          percent === undefined ? (draft.discount === '' ? 0n : 1n) : (BigInt(full) * percent + 5000n) / 10_000n;
        expect(-BigInt(sumAmounts(discounts))).toBe(expected);
      }),
    );
  });

  it('gets the proposed values of another client, except where the owner has changed them', () => {
    const other = { currency: 'USD', dueDays: 30, taxBehavior: 'inclusive' } as const;
    const proposed = { currency: 'USD', dueDays: '30', taxBehavior: 'inclusive' } as const;
    expect(changeDefaults(draftOf(), defaults, other)).toEqual({ ...draftOf(), ...proposed });
    const entered = draftOf(undefined, { currency: 'GBP', dueDays: '7' });
    expect(changeDefaults(entered, { ...defaults, taxBehavior: 'inclusive' }, other)).toEqual(entered);
  });

  it.each<[string, string, string, string]>([
    ['7.5%', '7.5%', '', 'Discount 7.5%'],
    ['5', '5', '', 'Discount'],
    ['', '', '10%', 'Work'],
    ['', '', '20.50', 'Work'],
  ])('copied from its invoice keeps the discounts, such as %j, %j and %j', (typed, discount, ofLine, description) => {
    const draft = draftOf([lineOf({ discount: ofLine, unit: 'hour', detail: 'In March' })], { discount: typed });
    const document = issue(draft);
    expect(document.lineItems.at(-1)?.description).toBe(description);
    const copy = copyDocument({ ...document, notes: 'Thanks' }, { ...defaults, dueDays: 30 });
    expect(copy).toEqual({
      ...draftOf([
        lineOf({ discount: ofLine, unit: 'hour', detail: 'In March', quantity: '1', tax: 'standard:1900:VAT' }),
      ]),
      dueDays: '30',
      discount,
      notes: 'Thanks',
    });
  });

  it('copied from its invoice has the same total', () => {
    fc.assert(
      fc.property(typedDraft, ({ lines, ...rest }) => {
        const draft = draftOf(lines.map(lineOf), rest);
        const { total, problems } = readDraft(draft, context);
        fc.pre(total !== null && total > 0 && Object.keys(problems).length === 0);
        expect(readDraft(copyDocument(issue(draft), defaults), context)).toMatchObject({ total, problems: {} });
      }),
    );
  });
});
