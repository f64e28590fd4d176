import { create, type Font } from 'fontkit';
import { type ShapedGlyph, Shaper } from '#platform/text/shaper.ts';

/** OpenType feature of right-to-left text; passes the direction to {@link openShapedFont}. */
export const RIGHT_TO_LEFT = 'rtla';

/**
 * Opens a font for PDFKit. fontkit embeds the glyphs, HarfBuzz shapes them: fontkit's own shaper fails for words in
 * Malayalam, Kannada and Khmer, and misplaces signs in Bengali, Tamil and Burmese.
 */
export function openShapedFont(bytes: Uint8Array): Font {
  const font = create(bytes);
  const shaper = new Shaper(bytes);
  font.layout = (text, features = []) => {
    const shaped = shaper.shape(text, features.includes(RIGHT_TO_LEFT));
    const characters = charactersOf(shaped, text, shaper);
    const positions = shaped.map(({ xAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance: 0, xOffset, yOffset }));
    return {
      glyphs: shaped.map(glyph => font.getGlyph(glyph.id, characters.get(glyph))),
      positions,
      // PDFKit reads the sum after it has scaled the positions.
      get advanceWidth() {
        return positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
      },
    };
  };
  return font;
}

/**
 * Returns the characters that each glyph represents, for search and copy: its own single character, or, for the widest
 * glyph of a cluster, the cluster's remaining ones.
 */
function charactersOf(glyphs: readonly ShapedGlyph[], text: string, shaper: Shaper): Map<ShapedGlyph, number[]> {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((one, other) => one - other);
  const drawnIds = new Set(glyphs.map(({ id }) => id));
  // Two-part vowels have no separate glyph.
  const codesOf = (character: string) => {
    const code = character.codePointAt(0) ?? 0;
    if (drawnIds.has(shaper.glyphOf(code) ?? 0)) return [code];
    return Array.from(character.normalize('NFKD'), part => part.codePointAt(0) ?? 0);
  };
  const remaining = new Map(
    starts.map((start, index) => [start, Array.from(text.slice(start, starts[index + 1])).flatMap(codesOf)]),
  );
  const found = new Map<ShapedGlyph, number[]>();
  for (const glyph of glyphs) {
    const codes = remaining.get(glyph.cluster) ?? [];
    const index = codes.findIndex(code => shaper.glyphOf(code) === glyph.id);
    if (index >= 0) found.set(glyph, codes.splice(index, 1));
  }
  for (const glyph of glyphs.toSorted((one, other) => other.xAdvance - one.xAdvance)) {
    if (!found.has(glyph)) found.set(glyph, remaining.get(glyph.cluster)?.splice(0) ?? []);
  }
  return found;
}
