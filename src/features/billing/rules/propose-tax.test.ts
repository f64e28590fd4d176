import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTaxed, requiresTaxNote, taxCategories } from '../contract/tax-categories.ts';
import { proposeTax } from './propose-tax.ts';
import { getVatIdCountry, isInEu } from './tax-areas.ts';
import { getTaxNote, taxCategoryCodes } from './tax-categories.ts';

const EU_IDS = ['ATU12345678', 'BE0123456789', 'DE123456789', 'EL123456789', 'FR12345678901', 'IE1234567WA', 'NL1B01'];
const countries = ['AT', 'BE', 'BD', 'CH', 'DE', 'FR', 'GB', 'GR', 'IE', 'IM', 'MC', 'NL', 'NO', 'US', 'XI'];
const propose = (
  seller: string,
  kind: 'business' | 'consumer',
  country: string,
  vatId: string | null = null,
  isSmallBusiness = false,
) => proposeTax({ country: seller, isSmallBusiness }, { name: 'Acme', kind, country, vatId });

describe('the proposed tax category', () => {
  it.each([
    // seller, buyer, country, VAT ID, category, category of a small business, part of the note
    ['DE', 'business', 'DE', 'DE123456789', 'standard', 'small_business', '§ 19 UStG'],
    ['DE', 'consumer', 'DE', null, 'standard', 'small_business', '§ 19 UStG'],
    ['DE', 'business', 'FR', 'FR12345678901', 'reverse_charge', 'reverse_charge', 'Article 196'],
    ['DE', 'business', 'FR', 'fr 12.345-678901', 'reverse_charge', 'reverse_charge', 'Article 196'],
    ['DE', 'business', 'FR', null, 'standard', 'small_business', '§ 19 UStG'],
    ['DE', 'business', 'FR', 'BE0123456789', 'standard', 'small_business', '§ 19 UStG'],
    ['DE', 'business', 'FR', 'DE123456789', 'standard', 'small_business', '§ 19 UStG'],
    ['DE', 'consumer', 'FR', null, 'standard', 'small_business', '§ 19 UStG'],
    ['DE', 'consumer', 'FR', 'FR12345678901', 'standard', 'small_business', '§ 19 UStG'],
    ['FR', 'consumer', 'DE', null, 'standard', 'small_business', 'art. 293 B du CGI'],
    ['BE', 'consumer', 'BE', null, 'standard', 'small_business', '56bis'],
    ['ES', 'consumer', 'ES', null, 'standard', 'small_business', 'small business scheme'],
    // Greece writes EL in VAT IDs.
    ['DE', 'business', 'GR', 'EL123456789', 'reverse_charge', 'reverse_charge', 'Article 196'],
    ['DE', 'business', 'GR', 'GR123456789', 'standard', 'small_business', '§ 19 UStG'],
    ['GR', 'business', 'DE', 'DE123456789', 'reverse_charge', 'reverse_charge', 'Article 196'],
    // Monaco is part of France for VAT.
    ['DE', 'business', 'MC', 'FR12345678901', 'reverse_charge', 'reverse_charge', 'Article 196'],
    ['FR', 'business', 'MC', 'FR12345678901', 'standard', 'small_business', 'art. 293 B du CGI'],
    // Outside the EU
    ['DE', 'business', 'US', null, 'outside_scope', 'outside_scope', 'Article 44'],
    ['DE', 'consumer', 'US', null, 'outside_scope', 'outside_scope', 'Article 59'],
    ['DE', 'business', 'GB', 'GB123456789', 'outside_scope', 'outside_scope', 'Article 44'],
    ['DE', 'business', 'CH', 'DE123456789', 'outside_scope', 'outside_scope', 'Article 44'],
    // Northern Ireland follows EU rules for goods only.
    ['DE', 'business', 'XI', 'XI123456789', 'outside_scope', 'outside_scope', 'Article 44'],
    ['DE', 'business', 'GB', 'XI123456789', 'outside_scope', 'outside_scope', 'Article 44'],
    ['GB', 'business', 'XI', 'XI123456789', 'standard', 'small_business', 'small business scheme'],
    ['IE', 'business', 'XI', 'XI123456789', 'outside_scope', 'outside_scope', 'Article 44'],
    // Sellers outside the EU
    ['US', 'business', 'US', null, 'standard', 'small_business', 'small business scheme'],
    ['US', 'business', 'DE', 'DE123456789', 'reverse_charge', 'reverse_charge', 'Article 196'],
    ['US', 'business', 'DE', null, 'outside_scope', 'outside_scope', 'Outside the scope of VAT'],
    ['US', 'business', 'GB', null, 'outside_scope', 'outside_scope', 'Outside the scope of VAT'],
    ['US', 'consumer', 'DE', null, 'standard', 'small_business', 'small business scheme'],
    ['BD', 'consumer', 'US', null, 'standard', 'small_business', 'small business scheme'],
    ['GB', 'business', 'IM', null, 'standard', 'small_business', 'small business scheme'],
  ] as const)(
    'of a seller in %s for a %s in %s with VAT ID %s is %s',
    (from, kind, to, vatId, category, small, note) => {
      const proposal = propose(from, kind, to, vatId);
      expect(proposal.category).toBe(category);
      if (category === 'standard') expect(proposal.note).toBeNull();
      else expect(proposal.note).toContain(note);
      expect(propose(from, kind, to, vatId, true)).toMatchObject({
        category: small,
        note: expect.stringContaining(note) as string,
      });
    },
  );

  it.each([
    ['DE', 'business', 'DE', null, 'Acme is a business in Germany, like you, so your own rate applies.'],
    [
      'DE',
      'business',
      'FR',
      'FR12345678901',
      'Acme is a business in France with a VAT ID there, so the customer accounts for VAT (reverse charge).',
    ],
    ['DE', 'business', 'NL', null, 'Acme is a business in the Netherlands without a VAT ID, so your own rate applies.'],
    [
      'DE',
      'business',
      'FR',
      'BE0123456789',
      'Acme is a business in France, but the VAT ID isn’t from France, so your own rate applies.',
    ],
    [
      'DE',
      'business',
      'XI',
      null,
      'Acme is a business in Northern Ireland, outside the EU, so the service isn’t taxed in the EU.',
    ],
    ['US', 'consumer', 'DE', null, 'Acme is a consumer in Germany, outside your country, so your own rate applies.'],
  ] as const)('of a seller in %s for a %s in %s with VAT ID %s is explained', (from, kind, to, vatId, reason) => {
    expect(propose(from, kind, to, vatId).reason).toBe(reason);
  });

  it('has a note unless the seller’s own rate applies, and never one for goods', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countries),
        fc.constantFrom('business' as const, 'consumer' as const),
        fc.constantFrom(...countries),
        fc.constantFrom(null, ...EU_IDS, 'XI123456789', 'GB123456789', 'nonsense'),
        fc.boolean(),
        (from, kind, to, vatId, isSmallBusiness) => {
          const { category, reason, note } = propose(from, kind, to, vatId, isSmallBusiness);
          expect(requiresTaxNote(category)).toBe(note !== null);
          expect(reason).toMatch(/^Acme is a .*\.$/);
          expect(['standard', 'small_business', 'reverse_charge', 'outside_scope']).toContain(category);
          if (isSmallBusiness) expect(isTaxed(category)).toBe(false);
          if (kind === 'consumer') expect(category).not.toBe('reverse_charge');
          if (category === 'reverse_charge') expect(isInEu(to)).toBe(true);
        },
      ),
    );
  });
});

describe('a tax category', () => {
  it.each(taxCategories)(
    '%s has a note exactly if invoices require one, except for the owner’s own reason',
    category => {
      const note = getTaxNote(category, 'DE');
      expect(note !== null || category === 'exempt').toBe(requiresTaxNote(category));
      expect(taxCategoryCodes[category]).toMatch(/^(?:S|Z|E|AE|K|G|O)$/);
    },
  );

  it('allows a rate only for S', () => {
    expect(taxCategories.filter(isTaxed).map(category => taxCategoryCodes[category])).toEqual(['S']);
  });
});

describe('the country of a VAT ID', () => {
  it.each([
    ['DE123456789', 'DE'],
    ['el 123 456 789', 'GR'],
    ['ESX1234567R', 'ES'],
    ['IE1F23456T', 'IE'],
    ['GR123456789', null],
    ['XI123456789', null],
    ['GB123456789', null],
    ['DE', null],
    ['', null],
    ['12345', null],
  ])('%s is %s', (vatId, country) => {
    expect(getVatIdCountry(vatId)).toBe(country);
  });
});
