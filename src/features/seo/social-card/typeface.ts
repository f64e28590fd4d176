/** A font as outlines by character (built into `dist/fonts/*.json`). Lengths are in font units. */
export interface OutlineFont {
  readonly unitsPerEm: number;
  /** SVG path data; the origin is the pen position on the baseline, y points down. */
  readonly glyphs: Readonly<Record<string, readonly [advance: number, path: string]>>;
  /** By left, then right character. */
  readonly kerning: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Measures and draws single lines of text; sizes and positions are in px. */
export interface Typeface {
  widthOf(text: string, size: number): number;
  /** Returns SVG paths of the text with its baseline starting at `x`, `y`. */
  outline(text: string, x: number, y: number, size: number): string;
  /** Returns the room needed above and below the baseline, relative to the size. */
  reachOf(text: string): { readonly above: number; readonly below: number };
}

/** Room for Latin capitals, and for descenders in tightly set lines. */
export const LATIN_REACH = { above: 0.86, below: 0.2 };

/**
 * Creates a typeface that draws each character with the first font that has it; a missing one is drawn without accents
 * or left out. `tracking` is added after each character, relative to the size.
 */
export function createTypeface(fonts: readonly OutlineFont[], tracking = 0): Typeface {
  const fontFor = (character: string) => fonts.find(font => Object.hasOwn(font.glyphs, character));

  function place(text: string) {
    /** `at` is the pen position before the glyph, relative to the size. */
    const glyphs: { at: number; path: string; scale: number }[] = [];
    let pen = 0;
    let before: { font: OutlineFont; character: string } | undefined;
    for (const character of drawable(text, fontFor)) {
      const font = fontFor(character);
      const glyph = font?.glyphs[character];
      if (!font || !glyph) continue;
      const scale = 1 / font.unitsPerEm;
      if (before?.font === font) pen += (font.kerning[before.character]?.[character] ?? 0) * scale;
      glyphs.push({ at: pen, path: glyph[1], scale });
      pen += glyph[0] * scale + tracking;
      before = { font, character };
    }
    return { glyphs, width: Math.max(0, pen - tracking) };
  }

  return {
    reachOf: () => LATIN_REACH,
    widthOf: (text, size) => place(text).width * size,
    outline: (text, x, y, size) =>
      place(text)
        .glyphs.filter(glyph => glyph.path !== '')
        .map(
          ({ at, path, scale }) =>
            `<path transform="translate(${formatLength(x + at * size)} ${formatLength(y)}) scale(${formatLength(scale * size)})" d="${path}"/>`,
        )
        .join(''),
  };
}

/** Returns whether a text has letters or symbols missing from these fonts. */
export function needsShaping(fonts: readonly OutlineFont[], text: string): boolean {
  return Array.from(text.normalize('NFC')).some(
    character =>
      /[\p{L}\p{M}\p{N}\p{S}]/u.test(character) && !fonts.some(font => Object.hasOwn(font.glyphs, character)),
  );
}

/** Returns the drawable characters, with accents removed where fonts lack the accented letter. */
function drawable(text: string, fontFor: (character: string) => OutlineFont | undefined): string[] {
  return Array.from(text.normalize('NFC')).flatMap(character => {
    if (fontFor(character)) return [character];
    return Array.from(character.normalize('NFKD')).filter(part => !/\p{M}/u.test(part) && fontFor(part));
  });
}

/** Formats a length for SVG. */
export function formatLength(value: number): string {
  return String(Math.round(value * 1e5) / 1e5);
}
