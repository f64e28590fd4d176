/** Characters of scripts without spaces between words: Thai to Burmese, Khmer, Japanese and Chinese (migration 0105). */
const UNSPACED = String.raw`\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}`;

/** Text in a script without spaces between words. */
export const UNSPACED_TEXT = new RegExp(`[${UNSPACED}]+`, 'gu');

/** A word or number, including combining accents, or text without spaces between its words. */
const WORD = new RegExp(String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+`, 'gu');

/** Returns text for comparison: without accents, in lower case. The database's `fold` handles a few more letters. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns the folded words of a text. */
export function toFoldedWords(text: string): string[] {
  return (text.match(WORD) ?? []).map(foldText).filter(word => word !== '');
}

/** Splits a text into words and the parts between them. Joined, the pieces are the text. */
export function splitWords(text: string): { text: string; word: boolean }[] {
  const pieces: { text: string; word: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), word: false });
    end = match.index + match[0].length;
    pieces.push({ text: match[0], word: true });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), word: false });
  return pieces;
}

/**
 * Returns how many letters must be inserted, deleted, changed or swapped with their neighbor to turn one word into
 * another; Infinity if more than `max`, which is detected early.
 */
export function editDistance(one: string, other: string, max: number): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  if (Math.abs(from.length - to.length) > max) return Infinity;
  let olderRow: number[] = [];
  let previousRow = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const currentRow = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let least = Math.min(
        (previousRow[column] ?? Infinity) + 1,
        (currentRow[column - 1] ?? Infinity) + 1,
        (previousRow[column - 1] ?? Infinity) + (isSame ? 0 : 1),
      );
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, (olderRow[column - 2] ?? Infinity) + 1);
      currentRow.push(least);
    }
    if (Math.min(...currentRow) > max) return Infinity;
    [olderRow, previousRow] = [previousRow, currentRow];
  }
  const distance = previousRow[to.length] ?? Infinity;
  return distance > max ? Infinity : distance;
}
