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

/** The metrics by which browsers compute line heights, as fractions of the font size; `descent` is positive. */
export interface LineMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
}

export function getLineMetrics(font: FontTables): LineMetrics {
  const { 'OS/2': os2, hhea, unitsPerEm: em } = font;
  const [ascent, descent, lineGap] = os2.fsSelection.useTypoMetrics
    ? [os2.typoAscender, os2.typoDescender, os2.typoLineGap]
    : [hhea.ascent, hhea.descent, hhea.lineGap];
  return { ascent: ascent / em, descent: -descent / em, lineGap: lineGap / em };
}

export function getUnitsPerEm(font: FontTables): number {
  return font.unitsPerEm;
}
