import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { DrawingFont } from '#features/seo/social-card/typeface.ts';
import { type Kerning, readKerning } from './font-kerning.ts';
import { readOutline } from './font-outlines.ts';
import { advanceOf, type FontTables, glyphCountOf, readCharacters, readTables, unitsPerEmOf } from './font-tables.ts';

/** Kerning of less than this part of the font size cannot be seen. */
const LEAST_KERNING = 0.01;

/**
 * Writes `dist/fonts/{name}.json`: a static font as outlines by character, from which the server draws text into
 * pictures the same way on every machine, without a font library or a font of the system. The sources are the font's
 * files for different alphabets; the first one that has a character draws it.
 */
export async function buildDrawingFont(
  dist: string,
  name: string,
  sources: readonly Buffer[],
  axes: Readonly<Record<string, number>>,
): Promise<void> {
  const options = { targetFormat: 'truetype', noHinting: true, keepAllGlyphs: true, variationAxes: axes } as const;
  const fonts = await Promise.all(sources.map(async source => readTables(await subsetFont(source, '', options))));
  const em = unitsPerEmOf(fonts[0] ?? new Map());
  const glyphs: Record<string, readonly [advance: number, path: string]> = {};
  for (const font of fonts) {
    if (unitsPerEmOf(font) !== em) throw new Error(`The files of ${name} are drawn in different units.`);
    for (const [code, glyph] of readCharacters(font)) {
      if (code >= 0x20) glyphs[String.fromCodePoint(code)] ??= [advanceOf(font, glyph), readOutline(font, glyph)];
    }
  }
  const drawing: DrawingFont = {
    unitsPerEm: em,
    glyphs,
    kerning: Object.assign({}, ...fonts.map(font => kerningOf(font, em)).toReversed()),
  };
  await mkdir(join(dist, 'fonts'), { recursive: true });
  await writeFile(join(dist, 'fonts', `${name}.json`), JSON.stringify(drawing));
}

/** The kerning inside one file, by the left character, then the right one. */
function kerningOf(font: FontTables, em: number): Record<string, Record<string, number>> {
  const gpos = font.get('GPOS');
  const kerning: Kerning = gpos ? readKerning(gpos, glyphCountOf(font)) : new Map();
  const characters = new Map<number, string[]>();
  for (const [code, glyph] of readCharacters(font)) {
    characters.set(glyph, [...(characters.get(glyph) ?? []), String.fromCodePoint(code)]);
  }
  const written: Record<string, Record<string, number>> = {};
  for (const [left, row] of kerning) {
    const pairs = [...row]
      .filter(([, value]) => Math.abs(value) >= LEAST_KERNING * em)
      .flatMap(([right, value]) => (characters.get(right) ?? []).map(character => [character, value] as const));
    for (const character of characters.get(left) ?? []) written[character] = Object.fromEntries(pairs);
  }
  return written;
}
