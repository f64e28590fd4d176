import { directedRuns, inVisualOrder, levelsOf } from '#platform/text/direction.ts';
import { type Face, type Faces, printable } from '#platform/text/faces.ts';
import type { Shaper } from '#platform/text/shaper.ts';
import { LATIN_REACH, formatLength, type Typeface } from './typeface.ts';

/**
 * Returns a typeface that shapes text in any script of the fonts, in its direction. Characters missing from all fonts
 * are transliterated to Latin. `fonts` must contain every font that the texts need.
 */
export function createShapedTypeface(faces: Faces, face: Face, fonts: ReadonlyMap<string, Shaper>): Typeface {
  const cache = new Map<string, ReturnType<typeof shapeLine>>();
  const shape = (text: string) => cache.getOrInsertComputed(text, () => shapeLine(text, faces, face, fonts));
  return {
    reachOf: text => shape(text).reach,
    widthOf: (text, size) => shape(text).width * size,
    outline: (text, x, y, size) =>
      shape(text)
        .glyphs.map(({ at, lift, path, scale }) => {
          const position = `translate(${formatLength(x + at * size)} ${formatLength(y - lift * size)})`;
          return `<path transform="${position} scale(${formatLength(scale * size)} ${formatLength(-scale * size)})" d="${path}"/>`;
        })
        .join(''),
  };
}

/** Returns a line's glyphs, its width and its reach, relative to the size. */
function shapeLine(text: string, faces: Faces, face: Face, fonts: ReadonlyMap<string, Shaper>) {
  const line = printable(text).replaceAll('\n', ' ');
  const runs = directedRuns(line, 0, line.length, levelsOf(line)).flatMap(({ text: part, level }) =>
    faces.runsOf(face, part).map(run => ({ ...run, level })),
  );
  const glyphs: { at: number; lift: number; path: string; scale: number }[] = [];
  let pen = 0;
  let { above, below } = LATIN_REACH;
  for (const { font: name, text: part, level } of inVisualOrder(runs)) {
    const font = fonts.get(name);
    if (!font) continue;
    const scale = 1 / font.unitsPerEm;
    for (const { id, xAdvance, xOffset, yOffset } of font.shape(part, level % 2 === 1)) {
      const path = font.pathOf(id);
      if (path !== '') glyphs.push({ at: pen + xOffset * scale, lift: yOffset * scale, path, scale });
      pen += xAdvance * scale;
      const { top, bottom } = font.inkOf(id);
      above = Math.max(above, (yOffset + top) * scale);
      below = Math.max(below, -(yOffset + bottom) * scale);
    }
  }
  return { glyphs, width: pen, reach: { above, below } };
}
