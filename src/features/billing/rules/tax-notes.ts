import type { DocumentLanguage } from '../contract/document-design.ts';
import type { BillingDocument, DocumentTax, LineItem } from '../contract/documents.ts';
import type { TaxCategory } from '../contract/tax-categories.ts';
import { languageOf } from './labels.ts';
import { toVatCountry } from './tax-areas.ts';
import { fillText } from './document-texts/texts.ts';
import { getOutsideEuNote, getSmallBusinessBasis, getTaxNote, OUTSIDE_EU_ARTICLES } from './tax-categories.ts';

type Notes = Readonly<Record<Exclude<TaxCategory, 'standard' | 'zero' | 'exempt'> | 'outside_eu', string>>;

/** The notes of each category in other languages, as accountants there write them. */
const notes: Readonly<Record<Exclude<DocumentLanguage, 'en'>, Notes>> = {
  de: {
    small_business: 'Keine Umsatzsteuer aufgrund der Kleinunternehmerregelung',
    reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge), Art. 196 Richtlinie 2006/112/EG.',
    intra_community: 'Steuerfreie innergemeinschaftliche Lieferung, Art. 138 Richtlinie 2006/112/EG.',
    export: 'Steuerfreie Ausfuhrlieferung, Art. 146 Richtlinie 2006/112/EG.',
    outside_scope: 'Nicht steuerbare Leistung.',
    outside_eu: 'In der EU nicht steuerbare Leistung, Art. {article} Richtlinie 2006/112/EG.',
  },
  fr: {
    small_business: 'Régime de franchise des petites entreprises, TVA non applicable',
    reverse_charge: 'Autoliquidation de la TVA par le preneur, article 196 de la directive 2006/112/CE.',
    intra_community: 'Livraison intracommunautaire exonérée de TVA, article 138 de la directive 2006/112/CE.',
    export: 'Exportation exonérée de TVA, article 146 de la directive 2006/112/CE.',
    outside_scope: 'Opération hors du champ d’application de la TVA.',
    outside_eu: 'Prestation non soumise à la TVA dans l’UE, article {article} de la directive 2006/112/CE.',
  },
  bn: {
    small_business: 'ক্ষুদ্র ব্যবসা হিসেবে ভ্যাট ধার্য করা হয়নি',
    reverse_charge: 'রিভার্স চার্জ: ভ্যাট পরিশোধের দায় গ্রাহকের, Article 196 Council Directive 2006/112/EC।',
    intra_community: 'ইইউর অভ্যন্তরীণ সরবরাহ, ভ্যাটমুক্ত, Article 138 Council Directive 2006/112/EC।',
    export: 'রপ্তানি, ভ্যাটমুক্ত, Article 146 Council Directive 2006/112/EC।',
    outside_scope: 'ভ্যাটের আওতাবহির্ভূত।',
    outside_eu: 'ইইউতে ভ্যাটের আওতাবহির্ভূত, Article {article} Council Directive 2006/112/EC।',
  },
};

/** Returns a note of the site in a language; the owner's own notes stay as written. */
function translateNote(tax: DocumentTax, country: string | null, language: DocumentLanguage): DocumentTax {
  const { category, note } = tax;
  if (language === 'en' || !category || note === undefined) return tax;
  const article = Object.values(OUTSIDE_EU_ARTICLES).find(one => note === getOutsideEuNote(one));
  if (article !== undefined) return { ...tax, note: fillText(notes[language].outside_eu, { article }) };
  if (note !== getTaxNote(category, country)) return tax;
  // The French wording is prescribed for French sellers in every language.
  if (category === 'small_business' && toVatCountry(country ?? '') === 'FR') return tax;
  if (category === 'standard' || category === 'zero' || category === 'exempt') return tax;
  const translated = notes[language][category];
  if (category !== 'small_business') return { ...tax, note: translated };
  const basis = getSmallBusinessBasis(country);
  return { ...tax, note: `${translated}${basis ? ` (${basis})` : ''}.` };
}

/** Translates the site's tax notes of a document that is about to be issued. */
export function translateNotes<
  Draft extends Pick<BillingDocument, 'client' | 'issuer' | 'tax'> & {
    readonly lineItems: readonly Omit<LineItem, 'amount'>[];
  },
>(draft: Draft): Draft {
  const language = languageOf(draft);
  const country = draft.issuer.country ?? null;
  return {
    ...draft,
    tax: translateNote(draft.tax, country, language),
    lineItems: draft.lineItems.map(line =>
      line.tax ? { ...line, tax: translateNote(line.tax, country, language) } : line,
    ),
  };
}
