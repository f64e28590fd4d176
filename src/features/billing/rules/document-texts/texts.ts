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

/** Replaces the names in braces with their values. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

/**
 * Translates a text of the site. `known` are the templates that it may have been filled from; any other text, such as
 * the owner's own, stays as it is. `format` formats the filled-in values.
 */
export function translateText<Name extends string | number>(
  text: string,
  known: Readonly<Record<Name, string>>,
  translated: Readonly<Record<Name, string>>,
  format: (value: string, name: string) => string = value => value,
): string {
  for (const name of Object.keys(known) as Name[]) {
    const values = matchText(text, known[name]);
    if (values) {
      const formatted = Object.entries(values).map(([key, value]) => [key, format(value, key)]);
      return fillText(translated[name], Object.fromEntries(formatted) as Record<string, string>);
    }
  }
  return text;
}

/** Returns the values of the names in braces; undefined if a text wasn't filled from this one. */
function matchText(text: string, template: string): Readonly<Record<string, string>> | undefined {
  const parts = template.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return `(?<${part}>${part === 'rate' ? String.raw`[\d.]+%` : '.+'})`;
  });
  const match = new RegExp(`^${parts.join('')}$`, 'u').exec(text);
  return match ? { ...match.groups } : undefined;
}
