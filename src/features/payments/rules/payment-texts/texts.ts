import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import { translateText } from '#features/billing/rules/document-texts/texts.ts';
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

/** Returns a message of the API about the form in a language, with these amounts in it. */
export const translateError = (
  message: string,
  language: DocumentLanguage,
  amounts: Readonly<Record<'min' | 'max', string>>,
): string =>
  translateText(message, english.errors, texts[language].errors, (value, name) =>
    name === 'min' || name === 'max' ? amounts[name] : value,
  );
