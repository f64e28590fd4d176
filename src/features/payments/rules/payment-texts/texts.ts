import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import { getDocumentTexts, translateText } from '#features/billing/rules/document-texts/texts.ts';
import { bengali } from './bengali.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { PaymentTexts } from './payment-texts.ts';

const texts: Readonly<Record<DocumentLanguage, PaymentTexts>> = { en: english, de: german, fr: french, bn: bengali };

export function getPaymentTexts(language: DocumentLanguage): PaymentTexts {
  return texts[language];
}

/** Returns why a payment failed, in a language; the owner's reason for rejecting it stays as written. */
export const translateFailure = (reason: string, language: DocumentLanguage): string =>
  translateText(reason, english.failures, texts[language].failures);

/** Formats a wait such as "5 minutes". */
function formatWait(wait: string, language: DocumentLanguage): string {
  const [, count, unit] = /^(\d+) (second|minute|hour)s?$/.exec(wait) ?? [];
  if (count === undefined) return wait;
  const { locale } = getDocumentTexts(language);
  return Number(count).toLocaleString(locale, { style: 'unit', unit: unit ?? '', unitDisplay: 'long' });
}

/** Returns a message of the API about the form in a language, with these amounts in it. */
export function translateError(
  message: string,
  language: DocumentLanguage,
  amounts: Readonly<Record<'min' | 'max', string>>,
): string {
  const format = (value: string, name: string) => {
    if (name === 'min' || name === 'max') return amounts[name];
    if (name === 'wait') return formatWait(value, language);
    return value === english.cardService ? texts[language].cardService : value;
  };
  return translateText(message, english.errors, texts[language].errors, format);
}
