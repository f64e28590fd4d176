import { getContrast, MIN_CONTRAST, mixColors } from '../contract/document-design.ts';

/** The background of documents in each theme (`--raised` in tokens.css). */
export const documentPapers = { light: '#fefdfa', dark: '#1d1a16' } as const;

/** Returns a color, or the nearest mix with `end` in which text can be read on a paper and the paper's color on it. */
function toReadable(color: string, paper: string, end: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mixColors(color, end, share);
    if (getContrast(mixed, paper) >= MIN_CONTRAST) return mixed;
  }
  return end;
}

/** Returns an accent (`#rrggbb`) as it is shown in each theme. */
export const toThemeAccents = (accent: string) => ({
  light: toReadable(accent, documentPapers.light, '#000000'),
  dark: toReadable(accent, documentPapers.dark, '#ffffff'),
});

/** Returns the style sheet of documents with an accent (`#rrggbb`). Prints have the accent itself, as the PDF does. */
export function formatAccentStyles(accent: string): string {
  const { light, dark } = toThemeAccents(accent);
  const style = (color: string, paper: string, share: number) =>
    `{--document-accent:${color};--on-document-accent:${paper};--document-wash:${mixColors(paper, color, share)}}`;
  const document = `.document[data-accent="${accent}"]`;
  return [
    `${document}${style(accent, '#ffffff', 0.07)}`,
    `@media screen{:root.light ${document}${style(light, documentPapers.light, 0.07)}`,
    `:root:not(.light) ${document}${style(dark, documentPapers.dark, 0.09)}}`,
  ].join('');
}
