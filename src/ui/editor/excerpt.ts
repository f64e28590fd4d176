import type { Nodes } from 'mdast';
import { EXCERPT_LENGTH, shortenToExcerpt } from '#shared/excerpt.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Parts of a text that are no running text. */
const SKIPPED = /^(?:heading|code|table|html|image|imageReference|footnoteDefinition|footnoteReference)$/;

/** Returns the beginning of a text as `excerptIn` does from its HTML, but without blocks of HTML. */
export function excerptOfMarkdown(markdown: string): string {
  const parts: string[] = [];
  const collect = (node: Nodes): void => {
    if (SKIPPED.test(node.type) || isCallout(node)) return;
    if ('value' in node) parts.push(node.value);
    else if (node.type === 'break') parts.push(' ');
    if (!('children' in node)) return;
    for (const child of node.children) collect(child);
    if (node.type === 'paragraph') parts.push(' ');
  };
  // Parsing all of a long text after each change would slow down typing.
  collect(parseMarkdown(markdown.slice(0, 50 * EXCERPT_LENGTH)));
  return shortenToExcerpt(parts.join(''));
}

/** Returns whether a quote is one of GitHub's callouts, which begin with `[!NOTE]` and the like. */
function isCallout(node: Nodes): boolean {
  const [first] = node.type === 'blockquote' ? node.children : [];
  const [opening] = first?.type === 'paragraph' ? first.children : [];
  return opening?.type === 'text' && /^\[!(?:note|tip|important|warning|caution)\](?:\n|$)/i.test(opening.value);
}
