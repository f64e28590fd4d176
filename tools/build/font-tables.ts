import type { Font } from 'fontkit';

/** Returns the glyph of each code point. */
export function parseCmap(font: Font): Map<number, number> {
  const glyphs = font.characterSet.map(code => [code, font.glyphForCodePoint(code).id] as const);
  return new Map(glyphs.filter(([, glyph]) => glyph !== 0));
}

/** Returns the advance width of a glyph, in font units. */
export function getAdvanceWidth(font: Font, glyph: number): number {
  // The glyph's own `advanceWidth` throws for an empty glyph at the end of the file.
  return font.hmtx.metrics.get(Math.min(glyph, font.hhea.numberOfMetrics - 1)).advance;
}

/** Returns code points as ranges, with the first and last code point of each. */
export function toRanges(codes: Iterable<number>): [first: number, last: number][] {
  const ranges: [first: number, last: number][] = [];
  for (const code of [...codes].toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range?.[1] === code - 1) range[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}
