import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTaxId, isVatIdOfEu } from './tax-ids.ts';

it.each([
  ['DE123456789', true],
  ['EL123456789', true],
  ['XI123456789', true],
  ['GB123456789', false],
  ['CHE123456789', false],
  ['12-3456789', false],
])('isVatIdOfEu: %s is %s', (taxId, isKnown) => {
  expect(isVatIdOfEu(taxId)).toBe(isKnown);
});

describe('checkTaxId', () => {
  it.each([
    ['DE', 'DE123456789', 'DE123456789'],
    ['DE', '123 456 789', 'DE123456789'],
    ['DE', 'de 123.456-789', 'DE123456789'],
    ['GR', 'EL123456789', 'EL123456789'],
    ['GR', '123456789', 'EL123456789'],
    ['GB', 'XI123456789', 'XI123456789'],
    ['GB', 'GB 123 4567 89', 'GB123456789'],
    ['AT', 'ATU12345678', 'ATU12345678'],
    ['NL', 'NL123456789B01', 'NL123456789B01'],
    ['CH', 'CHE-123.456.789 MWST', 'CHE123456789MWST'],
    ['FR', 'FR12345678901', 'FR12345678901'],
    ['US', '12-3456789', '12-3456789'],
    ['', 'as entered', 'as entered'],
    ['DE', '  ', ''],
  ])('accepts in %s: %s', (country, entered, taxId) => {
    expect(checkTaxId(entered, country)).toEqual({ taxId });
  });

  it.each([
    ['DE', 'DE12345678'],
    ['DE', 'FR12345678901'],
    ['BE', 'BE2123456789'],
    ['FR', 'FRI2345678901'],
    ['GR', 'GR123456789'],
    ['NO', '12345678'],
  ])('rejects in %s: %s', (country, entered) => {
    expect(checkTaxId(entered, country)).toEqual({ problem: expect.stringContaining('VAT ID like') });
  });

  it('does not change a number that it returned', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), fc.constantFrom('DE', 'GR', 'PT', 'GB', 'EE'), (number, country) => {
        const first = checkTaxId(number, country);
        expect('taxId' in first && checkTaxId(first.taxId, country)).toEqual(first);
      }),
    );
  });
});
