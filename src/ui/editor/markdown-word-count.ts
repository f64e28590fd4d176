import type { Nodes } from 'mdast';
import { countWords } from '#shared/word-count.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Returns the word count of a Markdown text as readers see it, without code and HTML. */
export function countMarkdownWords(markdown: string): number {
  return countWords(proseOf(parseMarkdown(markdown)));
}

function proseOf(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'break') return ' ';
  if (!('children' in node)) return '';
  const isText = /^(?:paragraph|heading|tableCell|emphasis|strong|delete|link|linkReference)$/.test(node.type);
  return node.children.map(child => proseOf(child)).join(isText ? '' : ' ');
}
