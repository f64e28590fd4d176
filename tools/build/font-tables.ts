import { create, type Font } from 'fontkit';

export type FontTables = Font;

export function parseFontTables(font: Buffer): FontTables {
  return create(font);
}

/** Returns the glyph of each code point. */
export function parseCmap(font: FontTables): Map<number, number> {
  const glyphs = font.characterSet.map(code => [code, font.glyphForCodePoint(code).id] as const);
  return new Map(glyphs.filter(([, glyph]) => glyph !== 0));
}

/** Returns the advance width of a glyph, in font units. */
export function getAdvanceWidth(font: FontTables, glyph: number): number {
  // The glyph's own `advanceWidth` throws for an empty glyph at the end of the file.
  return font.hmtx.metrics.get(Math.min(glyph, font.hhea.numberOfMetrics - 1)).advance;
}
