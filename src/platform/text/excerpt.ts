import type { Element, Nodes } from 'hast';
import { EXCERPT_LENGTH, shortenToExcerpt } from '#shared/excerpt.ts';

/** Elements that are no running text. */
const SKIPPED = /^(?:h[1-4]|figure|pre|table|section|aside|img)$/;

const isSkipped = ({ tagName, properties }: Element) =>
  SKIPPED.test(tagName) || properties.dataFootnoteRef !== undefined;

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
    if (!('children' in node) || (node.type === 'element' && isSkipped(node))) return;
    for (const child of node.children) collect(child);
    if (node.type === 'element' && BREAKS.test(node.tagName)) parts.push(' ');
  };
  collect(tree);
  return shortenToExcerpt(parts.join(''));
}
