import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { printedTerms, termLanguages } from '#features/pricing/contract/term-variables.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import { documentLanguageNames } from '../contract/document-design.ts';
import { english } from './document-texts/english.ts';
import { translateReason, translateSiteTexts } from './site-texts.ts';

const client = { ...documentDraftFixture().client, language: 'de' as const };
const line = (description: string, term: number | null = null) => ({
  description,
  detail: null,
  quantity: 1,
  unitAmount: toMinorUnits(100),
  term,
});
const spaced = (text: string | undefined) => text?.replaceAll(/\s/g, ' ');

describe('texts of the site in documents', () => {
  it('know the usual payment terms', async () => {
    const usual = parse(await readFile('content/pricing/payment-terms.yaml', 'utf8')) as {
      number: keyof typeof english.usualTerms;
      text: string;
    }[];
    for (const { number, text } of usual) expect(english.usualTerms[number] ?? text).toBe(text);
  });

  it('can be translated by the owner in the languages and terms that documents print', () => {
    expect({ en: 'English', ...termLanguages }).toEqual(documentLanguageNames);
    expect(printedTerms).toEqual(Object.keys(english.usualTerms).map(Number));
  });

  it('translate the usual terms with their values, and note that the order’s text applies', () => {
    const own = 'Half of the price is due first.';
    const terms = [
      { number: 1, text: own },
      { number: 6, text: 'If a payment is more than 7 days late, I may add a fee of 2%.' },
      { number: 7, text: 'You get a full refund if I have not started your project within 1 day of your payment.' },
    ];
    const translated = translateSiteTexts(documentDraftFixture({ client, terms }));
    expect(translated.terms.map(({ text }) => spaced(text))).toEqual([
      own,
      'Ist eine Zahlung mehr als 7 Tage überfällig, kann ich eine Gebühr von 2 % erheben.',
      'Habe ich 1 Tag nach Ihrer Zahlung noch nicht mit Ihrem Projekt begonnen, erhalten Sie den vollen Betrag zurück.',
    ]);
    expect(translated.termsNote).toMatch(/Übersetzung/);
  });

  it('leave English documents and the owner’s terms as they are', () => {
    const inEnglish = documentDraftFixture();
    expect(translateSiteTexts(inEnglish)).toBe(inEnglish);
    expect(translateSiteTexts(documentDraftFixture({ client }))).not.toHaveProperty('termsNote');
  });

  it.each([
    ['de', 'Eilauftrag, 25\u{a0}%', 'Rabatt 7,5\u{a0}%', 'Rabatt'],
    ['fr', 'Livraison urgente, 25\u{a0}%', 'Remise 7,5\u{a0}%', 'Remise'],
    ['bn', 'জরুরি সরবরাহ, ২৫%', 'ছাড় ৭.৫%', 'ছাড়'],
  ] as const)('translate the surcharge and discounts to %s', (language, ...expected) => {
    const less = (description: string) => ({ ...line(description), unitAmount: toMinorUnits(-100) });
    const lineItems = [line('Urgent delivery, 25%', 16), less('Discount 7.5%'), less('Discount'), line('Discount 5%')];
    const translated = translateSiteTexts(documentDraftFixture({ client: { ...client, language }, lineItems }));
    // The last one isn't a discount, so the owner wrote it.
    expect(translated.lineItems.map(({ description }) => description)).toEqual([...expected, 'Discount 5%']);
  });

  it('translate the surcharge of urgent work and the reasons of credit notes, nothing else', () => {
    const lineItems = [line('Urgent delivery, 25%', 16), line('Order canceled'), line('Urgent delivery, by bike', 16)];
    const invoice = translateSiteTexts(documentDraftFixture({ client, lineItems }));
    expect(invoice.lineItems.map(({ description }) => spaced(description))).toEqual([
      'Eilauftrag, 25 %',
      'Order canceled',
      'Urgent delivery, by bike',
    ]);
    const note = documentDraftFixture({ client, kind: 'credit_note', lineItems, notes: 'Order refunded' });
    const credited = translateSiteTexts(note);
    expect(credited.lineItems.map(({ description }) => description)).toEqual([
      'Urgent delivery, 25%',
      'Auftrag storniert',
      'Urgent delivery, by bike',
    ]);
    expect(credited.notes).toBe('Auftrag erstattet');
  });

  it.each([
    ['Replaced by 3 monthly installments', 'bn', '৩টি মাসিক কিস্তি দিয়ে প্রতিস্থাপিত'],
    ['Service starts on 2 mars 2026', 'fr', 'Début de la prestation le 2 mars 2026'],
    ['Disputed at Stripe.', 'de', 'Zahlung über Stripe beanstandet.'],
    ['I’m sorry for the delay.', 'fr', 'I’m sorry for the delay.'],
  ] as const)('translate the reason “%s” to %s', (reason, language, expected) => {
    expect(translateReason(reason, language)).toBe(expected);
  });
});
