import type { TermTranslations } from '#features/pricing/contract/term-variables.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { BillingDocument, LineItem } from '../contract/documents.ts';
import { english } from './document-texts/english.ts';
import { getDocumentTexts, translateText } from './document-texts/texts.ts';
import { formatCount, formatDays, formatRate, languageOf } from './labels.ts';

/** Formats a number, rate or number of days that was filled into an English text. */
function formatValue(value: string, language: DocumentLanguage): string {
  if (/^\d+$/.test(value)) return formatCount(Number(value), language);
  const [, rate] = /^(\d+(?:\.\d+)?)%$/.exec(value) ?? [];
  if (rate !== undefined) return formatRate(Math.round(Number(rate) * 100), language);
  const [, days] = /^(\d+) days?$/.exec(value) ?? [];
  return days === undefined ? value : formatDays(Number(days), language);
}

/** Returns a reason of the site for a credit note or refund in a language; the owner's own stay as written. */
export const translateReason = (reason: string, language: DocumentLanguage): string =>
  translateText(reason, english.reasons, getDocumentTexts(language).reasons, value => formatValue(value, language));

/**
 * Returns terms as the owner wrote them in a language, with a note that the main text applies; those without a
 * translation stay as they are.
 */
export function applyTranslations(
  terms: readonly Term[],
  translations: TermTranslations | undefined,
  language: DocumentLanguage,
): Pick<BillingDocument, 'terms' | 'termsNote'> {
  const texts = language === 'en' ? undefined : translations?.[language];
  if (!texts || !terms.some(({ number }) => texts[number] !== undefined)) return { terms: [...terms] };
  return {
    terms: terms.map(({ number, text }) => ({ number, text: texts[number] ?? text })),
    termsNote: getDocumentTexts(language).termsNote,
  };
}

type Term = BillingDocument['terms'][number];

/** The parts of a document that is about to be issued. */
type Draft = Pick<BillingDocument, 'kind' | 'client' | 'terms' | 'termsNote' | 'notes'> & {
  readonly lineItems: readonly Omit<LineItem, 'amount'>[];
};

/** Returns the description of a line in a language, if the site wrote it: a discount, or the surcharge of urgent work. */
export function translateLine(
  { description, term, unitAmount }: Pick<LineItem, 'description' | 'term' | 'unitAmount'>,
  language: DocumentLanguage,
): string {
  const { lines, discount } = getDocumentTexts(language);
  if (term !== 16 && unitAmount >= 0) return description;
  if (description === english.discount) return discount;
  return translateText(description, english.lines, lines, value => formatValue(value, language));
}

/**
 * Translates the site's own texts in a document: the reasons of credit notes, discounts, the surcharge of urgent work,
 * and the usual payment terms, with a note that the text of the order applies.
 */
export function translateSiteTexts<Unissued extends Draft>(draft: Unissued): Unissued {
  const language = languageOf(draft);
  if (language === 'en') return draft;
  const texts = getDocumentTexts(language);
  const format = (value: string) => formatValue(value, language);
  const isCredit = draft.kind === 'credit_note';
  const terms = draft.terms.map(({ number, text }) => ({
    number,
    text: translateText(text, english.usualTerms, texts.usualTerms, format),
  }));
  const isTranslated = terms.some(({ text }, index) => text !== draft.terms[index]?.text);
  return {
    ...draft,
    lineItems: draft.lineItems.map(line =>
      isCredit
        ? { ...line, description: translateReason(line.description, language) }
        : { ...line, description: translateLine(line, language) },
    ),
    ...(isCredit && draft.notes !== undefined ? { notes: translateReason(draft.notes, language) } : {}),
    terms,
    ...(isTranslated ? { termsNote: texts.termsNote } : {}),
  };
}
