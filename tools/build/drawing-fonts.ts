import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Classes, type Coverage, create, type Font, type PairPositioning } from 'fontkit';
import subsetFont from 'subset-font';
import type { OutlineFont } from '#features/seo/social-card/typeface.ts';
import { getAdvanceWidth, parseCmap } from './font-tables.ts';

/** Kerning below this fraction of the font size is invisible. */
const MIN_KERNING = 0.01;

/**
 * Writes `dist/fonts/{name}.json`: the outlines of a static font by character, so the server can draw text into images
 * without a font library. Characters come from the first source that has them.
 */
export async function buildOutlineFont(
  dist: string,
  name: string,
  sources: readonly Buffer[],
  axes: Readonly<Record<string, number>>,
): Promise<void> {
  const options = { targetFormat: 'truetype', noHinting: true, keepAllGlyphs: true, variationAxes: axes } as const;
  const fonts = await Promise.all(sources.map(async source => create(await subsetFont(source, '', options))));
  const unitsPerEm = fonts[0]?.unitsPerEm ?? 0;
  const glyphs: Record<string, readonly [advance: number, path: string]> = {};
  for (const font of fonts) {
    if (font.unitsPerEm !== unitsPerEm) throw new Error(`The files of ${name} are drawn in different units.`);
    for (const [code, glyph] of parseCmap(font)) {
      if (code >= 0x20)
        glyphs[String.fromCodePoint(code)] ??= [getAdvanceWidth(font, glyph), outlineOf(font.getGlyph(glyph))];
    }
  }
  const kerning: OutlineFont['kerning'] = Object.assign({}, ...fonts.map(kerningOf).toReversed());
  const drawing: OutlineFont = { unitsPerEm, glyphs, kerning };
  await mkdir(join(dist, 'fonts'), { recursive: true });
  await writeFile(join(dist, 'fonts', `${name}.json`), JSON.stringify(drawing));
}

const letters = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const;

/** Returns SVG path data in font units, with y pointing down and 0 on the baseline. */
function outlineOf({ path }: ReturnType<Font['getGlyph']>): string {
  const round = (value: number) => Math.round(value * 2) / 2;
  return path.commands
    .map(
      ({ command, args }) =>
        letters[command] + args.map((value, index) => round(index % 2 === 1 ? -value : value)).join(' '),
    )
    .join('');
}

const PAIR_POSITIONING = 2;
const EXTENSION = 9;

/** Returns the pair kerning of a font, by left then right character. Contextual kerning is left out. */
function kerningOf(font: Font): Record<string, Record<string, number>> {
  const characters = new Map<number, string[]>();
  for (const [code, glyph] of parseCmap(font)) {
    characters.set(glyph, [...(characters.get(glyph) ?? []), String.fromCodePoint(code)]);
  }
  const kerning: Record<string, Record<string, number>> = {};
  // The first subtable that has a pair decides, even if it sets no kerning.
  const decided = new Set<string>();
  const decide = (left: number, right: number, value: number) => {
    const pair = `${left} ${right}`;
    if (decided.has(pair)) return;
    decided.add(pair);
    if (Math.abs(value) < MIN_KERNING * font.unitsPerEm) return;
    for (const one of characters.get(left) ?? []) {
      for (const other of characters.get(right) ?? []) (kerning[one] ??= {})[other] = value;
    }
  };
  for (const pairs of pairTablesOf(font)) {
    for (const [index, left] of glyphsIn(pairs.coverage).entries()) {
      if (!characters.has(left)) continue;
      if (pairs.version === 1) {
        for (const { secondGlyph, value1 } of pairs.pairSets.get(index))
          decide(left, secondGlyph, value1.xAdvance ?? 0);
      } else {
        const row = pairs.classRecords.get(classOf(pairs.classDef1, left)).toArray();
        for (const right of characters.keys()) {
          decide(left, right, row[classOf(pairs.classDef2, right)]?.value1.xAdvance ?? 0);
        }
      }
    }
  }
  return kerning;
}

function pairTablesOf(font: Font): PairPositioning[] {
  return (font.GPOS?.lookupList.toArray() ?? []).flatMap(({ lookupType, subTables }) =>
    subTables.flatMap(getFontTable => {
      const [type, positioning] =
        lookupType === EXTENSION ? [getFontTable.lookupType, getFontTable.extension] : [lookupType, getFontTable];
      return type === PAIR_POSITIONING && positioning ? [positioning as PairPositioning] : [];
    }),
  );
}

function glyphsIn(coverage: Coverage): readonly number[] {
  if (coverage.version === 1) return coverage.glyphs;
  return coverage.rangeRecords.flatMap(({ start, end }) =>
    Array.from({ length: end - start + 1 }, (_, index) => start + index),
  );
}

function classOf(classes: Classes, glyph: number): number {
  if (classes.version === 1) return classes.classValueArray[glyph - classes.startGlyph] ?? 0;
  return classes.classRangeRecord.find(({ start, end }) => start <= glyph && glyph <= end)?.class ?? 0;
}
