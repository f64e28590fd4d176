import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { placeholdersOf } from '#tests/support/text-placeholders.ts';
import { type DocumentLanguage, documentLanguages } from '../../contract/document-design.ts';
import { formatAmount, formatDay, formatDocumentTitle, formatServicePeriod, formatTax } from '../labels.ts';
import { proposeTax } from '../propose-tax.ts';
import { taxCategories } from '../../contract/tax-categories.ts';
import { translateNotes } from '../tax-notes.ts';
import { getTaxNote } from '../tax-categories.ts';
import { getDocumentTexts } from './texts.ts';

describe('document texts', () => {
  it.each(documentLanguages)('in %s have the placeholders of the English ones', language => {
    const expected = placeholdersOf(getDocumentTexts('en'));
    const found = placeholdersOf(getDocumentTexts(language));
    const untaxed = found.map(([name, parts]) => [name, name === 'totalWithout' ? ['{tax}'] : parts]);
    expect(untaxed).toEqual(expected);
    expect(JSON.stringify(getDocumentTexts(language))).not.toContain('""');
  });

  it.each([
    ['en', 'Invoice 2026-0001', '$12,345.60', '02 Mar 2026', 'VAT 19%'],
    ['de', 'Rechnung 2026-0001', '12.345,60 $', '02.03.2026', 'USt. 19 %'],
    ['fr', 'Facture 2026-0001', '12 345,60 $US', '2 mars 2026', 'TVA 19 %'],
    ['bn', 'চালান 2026-0001', '১২,৩৪৫.৬০$', '২ মার্চ, ২০২৬', 'ভ্যাট ১৯%'],
  ] as const)('in %s format titles, amounts, days and taxes', (language, title, amount, day, tax) => {
    const spaced = (text: string) => text.replaceAll(/\s/g, ' ');
    expect(formatDocumentTitle({ kind: 'invoice', number: '2026-0001' }, language)).toBe(title);
    expect(spaced(formatAmount(toMinorUnits(1_234_560), 'USD', language))).toMatch(
      new RegExp(`^${amount.replace(/\$(US)?/, ' ?(\\$|\\$US|US\\$)')}$`),
    );
    expect(spaced(formatDay('2026-03-02', language))).toBe(day);
    expect(spaced(formatTax({ name: 'VAT', basisPoints: 1900 }, language))).toBe(tax);
  });

  it('name the service period and a delivery date', () => {
    expect(formatServicePeriod({ from: '2026-03-01', until: '2026-03-31' }, 'de')).toEqual([
      'Leistungszeitraum',
      '01.03.2026 bis 31.03.2026',
    ]);
    expect(formatServicePeriod({ from: '2026-03-01', until: '2026-03-01' }, 'fr')[0]).toBe('Date de livraison');
  });
});

describe('tax notes', () => {
  const draft = (
    category: Parameters<typeof getTaxNote>[0],
    country: string,
    language: DocumentLanguage,
    note?: string,
  ) =>
    translateNotes({
      client: { name: 'A', email: null, addressLines: [], taxId: null, language },
      issuer: { name: 'B', addressLines: [], email: null, phone: null, taxId: null, country },
      tax: { name: 'VAT', basisPoints: 0, category, note: note ?? getTaxNote(category, country) ?? '' },
      lineItems: [],
    }).tax.note;

  it.each([
    ['reverse_charge', 'FR', 'de', /^Steuerschuldnerschaft des Leistungsempfängers/],
    ['reverse_charge', 'DE', 'fr', /^Autoliquidation/],
    ['small_business', 'DE', 'de', /Kleinunternehmerregelung \(§ 19 UStG\)\.$/],
    ['small_business', 'FR', 'de', /^TVA non applicable, art\. 293 B du CGI\.$/],
    ['intra_community', 'DE', 'de', /^Steuerfreie innergemeinschaftliche Lieferung/],
  ] as const)('of %s by a seller in %s are in %s', (category, country, language, expected) => {
    expect(draft(category, country, language)).toMatch(expected);
  });

  it.each(documentLanguages.filter(language => language !== 'en'))('are all translated to %s', language => {
    const proposed = (['business', 'consumer'] as const).map(kind => {
      const buyer = { name: 'A', kind, country: 'BD', vatId: null };
      return proposeTax({ country: 'DE', isSmallBusiness: false }, buyer);
    });
    const known = taxCategories.map(category => ({ category, note: getTaxNote(category, 'DE') }));
    for (const { category, note } of [...known, ...proposed]) {
      if (note !== null) expect(draft(category, 'DE', language, note)).not.toBe(note);
    }
    const articles = proposed.map(({ note }) => draft('outside_scope', 'DE', language, note ?? ''));
    expect(articles.map(note => /44|59/.exec(note ?? '')?.[0])).toEqual(['44', '59']);
  });

  it('that the owner wrote stay as written', () => {
    expect(draft('exempt', 'DE', 'de', 'Exempt as training.')).toBe('Exempt as training.');
  });
});
