import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTaxed, requiresTaxNote, taxCategories } from '../contract/tax-categories.ts';
import { chooseTax, findDefaultRateGap, type TaxSettings } from './choose-tax.ts';

const rate = (changes: Partial<TaxSettings['rates'][number]> = {}): TaxSettings['rates'][number] => ({
  name: 'VAT',
  basisPoints: 1900,
  category: 'standard',
  note: null,
  validFrom: null,
  validUntil: null,
  isDefault: true,
  ...changes,
});
const settings = (changes: Partial<TaxSettings> = {}): TaxSettings => ({
  taxName: 'VAT',
  taxBehavior: 'inclusive',
  businessTaxBehavior: null,
  taxCountry: 'DE',
  isSmallBusiness: false,
  rates: [rate()],
  ...changes,
});
const buyer = (changes = {}) => ({ name: 'Acme', kind: 'business' as const, country: 'FR', vatId: null, ...changes });
const registered = buyer({ vatId: 'FR12345678901' });
const own = { behavior: 'inclusive', name: 'VAT', basisPoints: 1900 };

describe('the tax of a sale', () => {
  it.each([
    ['is the default without a buyer', settings(), null, own],
    ['is the default without the seller’s country', settings({ taxCountry: null }), registered, own],
    ['is none without rates', settings({ rates: [] }), registered, { ...own, basisPoints: 0 }],
    [
      'follows the buyer',
      settings({ businessTaxBehavior: 'exclusive' }),
      registered,
      { behavior: 'exclusive', name: 'VAT', basisPoints: 0, category: 'reverse_charge', note: expect.any(String) },
    ],
    [
      'has other prices for businesses',
      settings({ businessTaxBehavior: 'exclusive' }),
      buyer(),
      { ...own, behavior: 'exclusive' },
    ],
    [
      'has the usual prices for consumers',
      settings({ businessTaxBehavior: 'exclusive' }),
      buyer({ kind: 'consumer' }),
      own,
    ],
    [
      'has the owner’s note',
      settings({
        rates: [
          rate(),
          rate({ name: 'Autoliquidation', basisPoints: 0, category: 'reverse_charge', note: 'Mine', isDefault: false }),
        ],
      }),
      registered,
      { ...own, name: 'Autoliquidation', basisPoints: 0, category: 'reverse_charge', note: 'Mine' },
    ],
    [
      'has the note of a small business',
      settings({ isSmallBusiness: true, rates: [] }),
      null,
      { ...own, basisPoints: 0, category: 'small_business', note: expect.stringContaining('§ 19 UStG') },
    ],
    [
      'may be exempt by default',
      settings({ rates: [rate({ basisPoints: 0, category: 'exempt', note: 'Exempt training' })] }),
      null,
      { ...own, basisPoints: 0, category: 'exempt', note: 'Exempt training' },
    ],
  ])('%s', (_title, current, who, tax) => {
    expect(chooseTax(current, who, '2027-06-01')).toEqual(tax);
  });

  it('changes on the day on which a rate ends', () => {
    const rates = [rate({ validUntil: '2027-06-30' }), rate({ basisPoints: 2100, validFrom: '2027-07-01' })];
    expect(chooseTax(settings({ rates }), null, '2027-06-30').basisPoints).toBe(1900);
    expect(chooseTax(settings({ rates }), null, '2027-07-01').basisPoints).toBe(2100);
    expect(findDefaultRateGap(rates, '2027-01-01')).toBeNull();
    expect(findDefaultRateGap(rates.slice(0, 1), '2027-01-01')).toBe('2027-07-01');
    expect(findDefaultRateGap(rates.slice(1), '2027-01-01')).toBe('2027-01-01');
    expect(findDefaultRateGap([], '2027-01-01')).toBeNull();
  });

  it('has a rate above zero only if its category has tax, and a note if required', () => {
    const rates = fc.array(
      fc.record({
        category: fc.constantFrom(...taxCategories),
        isDefault: fc.boolean(),
        note: fc.constantFrom(null, 'Mine'),
      }),
      { maxLength: 4 },
    );
    const who = fc.constantFrom(null, buyer(), registered, buyer({ kind: 'consumer' }), buyer({ country: 'US' }));
    fc.assert(
      fc.property(rates, who, fc.boolean(), (some, one, isSmallBusiness) => {
        const all = some.map(each =>
          rate({
            ...each,
            basisPoints: isTaxed(each.category) ? 1900 : 0,
            note: requiresTaxNote(each.category) ? (each.category === 'exempt' ? 'Why' : each.note) : null,
          }),
        );
        const tax = chooseTax(settings({ rates: all, isSmallBusiness }), one, '2027-06-01');
        expect(tax.basisPoints > 0).toBe(
          tax.category === undefined && all.some(({ isDefault }) => isDefault) && tax.basisPoints > 0,
        );
        if (tax.category) expect(requiresTaxNote(tax.category)).toBe(tax.note !== undefined);
        if (isSmallBusiness) expect(tax.basisPoints).toBe(0);
      }),
    );
  });
});
