import type { DocumentLanguage } from '../../contract/document-design.ts';
import { bengali } from './bengali.ts';
import type { DocumentTexts } from './document-texts.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';

const texts: Readonly<Record<DocumentLanguage, DocumentTexts>> = {
  en: english,
  de: german,
  fr: french,
  bn: bengali,
};

export function getDocumentTexts(language: DocumentLanguage): DocumentTexts {
  return texts[language];
}

/** Replaces the names in braces by their values. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
