// Separate from the schemas so pages don't load the validator.

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
  'late_fee',
  'reminder_before',
  'reminder_due',
  'reminder_overdue',
] as const;
export type DocumentEmailKind = (typeof documentEmailKinds)[number];

/** The ink of documents, and their accent until the owner chooses another one. */
export const DOCUMENT_INK = '#1e1a16';

/** WCAG 2.2 contrast of normal text. */
export const MIN_CONTRAST = 4.5;

const channelsOf = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));

function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map(channel => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colors (`#rrggbb`), from 1 to 21. */
export function getContrast(color: string, other: string): number {
  const [light = 0, dark = 0] = [getLuminance(color), getLuminance(other)].toSorted((one, two) => two - one);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns whether text in a color (`#rrggbb`) can be read on white, and white text on it. */
export const isReadableOnWhite = (color: string): boolean => getContrast(color, '#ffffff') >= MIN_CONTRAST;

/** Mixes two colors (`#rrggbb`); `share` is the part of the second one, from 0 to 1. */
export function mixColors(color: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(color).map((channel, index) => channel + ((others[index] ?? 0) - channel) * share);
  return `#${mixed.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
