import type { Nodes } from 'mdast';
import type { Node } from 'prosemirror-model';
import { countWords } from '#shared/word-count.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Returns the word count of a document as readers see it, without code and source. */
export function countDocumentWords(doc: Node): number {
  return countWords(extractProse(doc));
}

function extractProse(node: Node): string {
  if (node.isText) return node.text ?? '';
  if (node.type.spec.code) return '';
  if (node.isLeaf) return node.type.spec.leafText?.(node) ?? '';
  return node.children.map(child => extractProse(child)).join(node.inlineContent ? '' : ' ');
}

/** Returns the word count of a Markdown text as readers see it, without code and HTML. */
export function countMarkdownWords(markdown: string): number {
  return countWords(extractMarkdownProse(parseMarkdown(markdown)));
}

function extractMarkdownProse(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'break') return ' ';
  if (!('children' in node)) return '';
  const isText = /^(?:paragraph|heading|tableCell|emphasis|strong|delete|link|linkReference)$/.test(node.type);
  return node.children.map(child => extractMarkdownProse(child)).join(isText ? '' : ' ');
}
