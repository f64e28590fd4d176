import { isUnspaced, lineParts } from '#platform/text/line-parts.ts';
import type { Typeface } from './typeface.ts';

export interface TextBlock {
  readonly size: number;
  readonly lines: readonly string[];
}

interface TextBox {
  /** In px. */
  readonly width: number;
  readonly height: number;
  /** Distance between baselines, relative to the size. */
  readonly leading: number;
  /** Height of a single line, relative to the size. */
  readonly lineHeight: number;
  /** Allowed sizes, largest first. */
  readonly sizes: readonly number[];
}

/** Sets a text in the largest size that fits the box. If none fits, truncates it with an ellipsis. */
export function fitText(typeface: Typeface, text: string, box: TextBox): TextBlock {
  const words = splitWords(text).filter(word => typeface.widthOf(word.trimEnd(), 1) > 0);
  for (const size of box.sizes) {
    const measure = (line: string) => typeface.widthOf(line, size);
    const lines = wrap(words, measure, box.width);
    const fits = lines.length <= getMaxLines(box, size) && lines.every(line => measure(line) <= box.width);
    if (fits) return { size, lines: balance(words, lines.length, measure, box.width) };
  }
  const size = box.sizes.at(-1) ?? 16;
  const measure = (line: string) => typeface.widthOf(line, size);
  const lines = wrap(breakLongWords(words, measure, box.width), measure, box.width);
  const visible = lines.slice(0, getMaxLines(box, size));
  if (lines.length > visible.length) visible.push(shorten(visible.pop() ?? '', measure, box.width));
  return { size, lines: visible };
}

/** Chinese and Japanese sentences have no spaces between them. */
const SENTENCES = /.+?(?:[\p{Sentence_Terminal}…]["”’']?(?:\s+|$)|[。！？][」』”]?|$)/gsu;

/** Returns as many complete sentences as fit the box; truncates the first one with an ellipsis if it doesn't fit. */
export function fitSentences(typeface: Typeface, text: string, box: TextBox): TextBlock {
  const size = box.sizes.at(-1) ?? 16;
  const sentences = text.match(SENTENCES) ?? [];
  for (let count = sentences.length; count > 0; count -= 1) {
    const block = fitText(typeface, sentences.slice(0, count).join(''), box);
    if (count === 1 || !block.lines.at(-1)?.endsWith('…')) return block;
  }
  return { size, lines: [] };
}

/** Truncates a line to `width` px, with an ellipsis. */
export function truncateLine(typeface: Typeface, text: string, width: number, size: number): string {
  return fitText(typeface, text, { width, height: size, leading: 1, lineHeight: 1, sizes: [size] }).lines.join('');
}

/** Splits a text where lines may break, each part with the space after it. */
function splitWords(text: string): string[] {
  return text
    .trim()
    .split(/(?<=\s)(?!\s)/)
    .flatMap(word => (isUnspaced(word) ? [...lineParts(word)] : [word]))
    .map(word => word.replace(/\s+$/, ' '));
}

function getMaxLines(box: TextBox, size: number): number {
  return Math.floor((box.height - size * box.lineHeight) / (size * box.leading)) + 1;
}

type Measure = (line: string) => number;

function wrap(words: readonly string[], measure: Measure, width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = (lines.at(-1) ?? '') + word;
    if (lines.length > 0 && measure(longer.trimEnd()) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map(line => line.trimEnd());
}

/** Returns the narrowest layout with the same number of lines, to avoid a single word on the last line. */
function balance(words: readonly string[], count: number, measure: Measure, width: number): string[] {
  let [tooNarrow, wideEnough] = [0, width];
  while (wideEnough - tooNarrow > 1) {
    const middle = (tooNarrow + wideEnough) / 2;
    const lines = wrap(words, measure, middle);
    if (lines.length <= count && lines.every(line => measure(line) <= middle)) wideEnough = middle;
    else tooNarrow = middle;
  }
  return wrap(words, measure, wideEnough);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function breakLongWords(words: readonly string[], measure: Measure, width: number): string[] {
  return words.flatMap(word => {
    const parts = [''];
    for (const { segment: character } of graphemes.segment(word)) {
      const longer = (parts.at(-1) ?? '') + character;
      if (measure(longer.trimEnd()) <= width) parts[parts.length - 1] = longer;
      else parts.push(character);
    }
    return parts.filter(part => part !== '');
  });
}

/** Ends a line with an ellipsis, removing words or letters until it fits. */
function shorten(line: string, measure: Measure, width: number): string {
  let text = line;
  while (text !== '' && measure(`${text}…`) > width) {
    const words = splitWords(text);
    const parts = words.length > 1 ? words : Array.from(graphemes.segment(text), ({ segment }) => segment);
    text = parts.slice(0, -1).join('').trimEnd();
  }
  return `${text.replace(/[\s.,:;–—-]+$/, '')}…`;
}
