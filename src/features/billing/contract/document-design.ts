// Separate from the schemas so that pages don't load the validator.

export {
  type DocumentLanguage,
  documentLanguageNames,
  documentLanguages,
} from '#features/clients/contract/constants.ts';

export const documentLayouts = ['classic', 'modern', 'compact'] as const;
export type DocumentLayout = (typeof documentLayouts)[number];

/** The emails whose texts the owner can change. */
export const documentEmailKinds = [
  'invoice',
  'receipt',
  'credit_note',
  'reminder_before',
  'reminder_due',
  'reminder_overdue',
] as const;
export type DocumentEmailKind = (typeof documentEmailKinds)[number];

/** The ink of documents, and their accent until the owner chooses another one. */
export const DOCUMENT_INK = '#1e1a16';

/** WCAG 2.2 contrast of normal text. */
const MIN_CONTRAST = 4.5;

/** Returns whether text in a color (`#rrggbb`) can be read on white, and white text on it. */
export function isReadableOnWhite(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= MIN_CONTRAST;
}
