import type { Typeface } from './typeface.ts';

export interface TextBlock {
  readonly size: number;
  readonly lines: readonly string[];
}

/**
 * Sets a text in the largest of `sizes` (given largest first) in which it takes at most `mostLines` lines of `width` px.
 * When even the smallest is too large, the text ends with an ellipsis.
 */
export function fitText(
  typeface: Typeface,
  text: string,
  box: { width: number; sizes: readonly number[]; mostLines: number },
): TextBlock {
  const words = text.split(/\s+/).filter(word => word !== '');
  for (const size of box.sizes) {
    const measure = (line: string) => typeface.widthOf(line, size);
    const lines = wrap(words, measure, box.width);
    const fits = lines.length <= box.mostLines && lines.every(line => measure(line) <= box.width);
    if (fits) return { size, lines: balance(words, lines.length, measure, box.width) };
  }
  const size = box.sizes.at(-1) ?? 16;
  const measure = (line: string) => typeface.widthOf(line, size);
  const lines = wrap(breakLongWords(words, measure, box.width), measure, box.width);
  const kept = lines.slice(0, box.mostLines);
  if (lines.length > kept.length) kept.push(shorten(`${kept.pop() ?? ''}…`, measure, box.width));
  return { size, lines: kept };
}

/** A line that is cut, with an ellipsis, where it is wider than `width` px. */
export function fitLine(typeface: Typeface, text: string, width: number, size: number): string {
  return fitText(typeface, text, { width, sizes: [size], mostLines: 1 }).lines.join('');
}

type Measure = (line: string) => number;

function wrap(words: readonly string[], measure: Measure, width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && measure(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The narrowest setting in as many lines, so that no word stands alone on the last one. */
function balance(words: readonly string[], count: number, measure: Measure, width: number): string[] {
  let [tooNarrow, enough] = [0, width];
  while (enough - tooNarrow > 1) {
    const middle = (tooNarrow + enough) / 2;
    const lines = wrap(words, measure, middle);
    if (lines.length <= count && lines.every(line => measure(line) <= middle)) enough = middle;
    else tooNarrow = middle;
  }
  return wrap(words, measure, enough);
}

function breakLongWords(words: readonly string[], measure: Measure, width: number): string[] {
  return words.flatMap(word => {
    const parts = [''];
    for (const character of word) {
      const longer = (parts.at(-1) ?? '') + character;
      if (measure(longer) <= width) parts[parts.length - 1] = longer;
      else parts.push(character);
    }
    return parts.filter(part => part !== '');
  });
}

/** Takes letters from before the ellipsis until the line fits. */
function shorten(line: string, measure: Measure, width: number): string {
  let text = line.slice(0, -1);
  while (text !== '' && measure(`${text}…`) > width) text = Array.from(text).slice(0, -1).join('');
  return `${text.replace(/[\s.,:;–—-]+$/, '')}…`;
}
