import type { Nodes } from 'hast';

/** Maximum length of an excerpt, in characters. */
const EXCERPT_LENGTH = 200;

/** Elements that are no running text. */
const SKIPPED = /^(?:h[1-4]|figure|pre|table|section|aside|img)$/;

/** Elements that end a line or a word. */
const BREAKS = /^(?:p|li|br|div|blockquote|dd|dt|h[56]|hr)$/;

/** Returns the start of a text's running words, without headings, code, tables and notes. */
export function excerptIn(tree: Nodes): string {
  const parts: string[] = [];
  let length = 0;
  const collect = (node: Nodes): void => {
    // White space doesn't count, so collect several times the needed length.
    if (length > 10 * EXCERPT_LENGTH) return;
    if (node.type === 'text') {
      parts.push(node.value);
      length += node.value.trim().length;
    }
    if (!('children' in node) || (node.type === 'element' && SKIPPED.test(node.tagName))) return;
    for (const child of node.children) collect(child);
    if (node.type === 'element' && BREAKS.test(node.tagName)) parts.push(' ');
  };
  collect(tree);
  return shorten(parts.join(''));
}

/** Shortens a text to an excerpt, at the end of a sentence or, failing that, of a word. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= EXCERPT_LENGTH) return line;
  const start = line.slice(0, EXCERPT_LENGTH);
  const sentence = Math.max(...['. ', '! ', '? '].map(end => start.lastIndexOf(end)));
  if (sentence > EXCERPT_LENGTH / 3) return start.slice(0, sentence + 1);
  return `${start.slice(0, start.lastIndexOf(' ')).replace(/[,;:–-]+$/, '')} …`;
}
