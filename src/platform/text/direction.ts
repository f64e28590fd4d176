import bidiFactory from 'bidi-js';
import { RIGHT_TO_LEFT } from './directions.ts';

const bidi = bidiFactory();

/** A character of the Basic Multilingual Plane for each bidi class that characters beyond it have. */
const CLASS_EXAMPLES: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05D0',
  AL: '\u0627',
  AN: '\u0660',
  EN: '0',
  ON: '\u2606',
  NSM: '\u0300',
};

/** Part of a line in one direction. Odd levels run from right to left (Unicode Bidirectional Algorithm, UAX 9). */
export interface DirectedRun {
  readonly text: string;
  readonly level: number;
}

/**
 * Returns the bidi levels of a paragraph, whose first letter sets the direction; undefined if all of it is left to
 * right.
 */
export function levelsOf(paragraph: string): Uint8Array | undefined {
  return RIGHT_TO_LEFT.test(paragraph) ? embed(paragraph).levels : undefined;
}

/** Returns whether a paragraph's first letter makes it run from right to left. */
export function isRightToLeft(paragraph: string): boolean {
  return RIGHT_TO_LEFT.test(paragraph) && (embed(paragraph).paragraphs[0]?.level ?? 0) === 1;
}

/** bidi-js classifies UTF-16 units, so a surrogate pair is replaced by two characters of its class. */
function embed(paragraph: string): ReturnType<typeof bidi.getEmbeddingLevels> {
  const units = paragraph.replace(/[\u{10000}-\u{10FFFF}]/gu, character =>
    (CLASS_EXAMPLES[bidi.getBidiCharTypeName(character)] ?? 'a').repeat(2),
  );
  return bidi.getEmbeddingLevels(units, 'auto');
}

/** Splits a line of a paragraph into runs of one level each, in reading order. */
export function directedRuns(paragraph: string, start: number, end: number, levels?: Uint8Array): DirectedRun[] {
  const runs: { text: string; level: number }[] = [];
  for (let index = start; index < end; index += 1) {
    const level = levels?.[index] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += paragraph[index];
    else runs.push({ text: paragraph[index] ?? '', level });
  }
  return runs;
}

/** Returns runs in visual order, from left to right (UAX 9, rule L2). */
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
