import type { Node } from 'prosemirror-model';
import { countWords } from '#shared/word-count.ts';

/** How many words of prose a document has, counted as for readers: without code and without source. */
export function countDocumentWords(doc: Node): number {
  return countWords(proseOf(doc));
}

function proseOf(node: Node): string {
  if (node.isText) return node.text ?? '';
  if (node.type.spec.code) return '';
  if (node.isLeaf) return node.type.spec.leafText?.(node) ?? '';
  return node.children.map(child => proseOf(child)).join(node.inlineContent ? '' : ' ');
}
