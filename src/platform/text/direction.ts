import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Letters that run from right to left, of all scripts that do. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Scripts that the shaper turns around by itself, digits of theirs included. */
const TURNED_BY_SHAPER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Part of a line that runs in one direction. Odd levels run from right to left (Unicode Bidirectional Algorithm, UAX 9). */
export interface DirectedRun {
  readonly text: string;
  readonly level: number;
}

/** How a paragraph runs, by its own first letter; undefined where all of it runs from left to right. */
export function levelsOf(paragraph: string): Uint8Array | undefined {
  return RIGHT_TO_LEFT.test(paragraph) ? bidi.getEmbeddingLevels(paragraph, 'auto').levels : undefined;
}

/** Whether a paragraph begins at the right, by its own first letter. */
export function isRightToLeft(paragraph: string): boolean {
  return RIGHT_TO_LEFT.test(paragraph) && (bidi.getEmbeddingLevels(paragraph, 'auto').paragraphs[0]?.level ?? 0) === 1;
}

/** A line of a paragraph in runs of one level each, in the order of reading. */
export function directedRuns(paragraph: string, start: number, end: number, levels?: Uint8Array): DirectedRun[] {
  const runs: { text: string; level: number }[] = [];
  for (let place = start; place < end; place += 1) {
    const level = levels?.[place] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += paragraph[place];
    else runs.push({ text: paragraph[place] ?? '', level });
  }
  return runs;
}

/** Runs in the order in which they stand on paper, from left to right (UAX 9, rule L2). */
export function inVisualOrder<Run extends { readonly level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}

/**
 * What to give the shaper so that it draws a run of one font in its direction: the shaper goes by the script alone, so
 * what it would turn wrongly is turned before; brackets of a run from right to left face the other way. A Thai or Lao
 * vowel that has a part above its letter gets that part below the letter's tone.
 */
export function forShaper(run: string, level: number): string {
  const text = run
    .replace(/([\u0E48-\u0E4B]?)\u0E33/g, '\u0E4D$1\u0E32')
    .replace(/([\u0EC8-\u0ECB]?)\u0EB3/g, '\u0ECD$1\u0EB2');
  const turns = level % 2 === 1;
  const facing = turns ? Array.from(text, sign => bidi.getMirroredCharacter(sign) ?? sign).join('') : text;
  if (turns === TURNED_BY_SHAPER.test(text)) return facing;
  return Array.from(graphemes.segment(facing), ({ segment }) => segment)
    .toReversed()
    .join('');
}
