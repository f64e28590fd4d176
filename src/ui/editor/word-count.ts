import type { Node } from 'prosemirror-model';
import { countWords } from '#shared/word-count.ts';

/** Returns the word count of a document as readers see it, without code and source. */
export function countDocumentWords(doc: Node): number {
  return countWords(proseOf(doc));
}

function proseOf(node: Node): string {
  if (node.isText) return node.text ?? '';
  if (node.type.spec.code) return '';
  if (node.isLeaf) return node.type.spec.leafText?.(node) ?? '';
  return node.children.map(child => proseOf(child)).join(node.inlineContent ? '' : ' ');
}
