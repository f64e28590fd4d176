import type { Nodes } from 'mdast';
import { parseMarkdown, withoutPositions } from './parse-markdown.ts';
import { formatFootnoteLabel } from './stringify-references.ts';

/** Returns whether two sources of blocks are parsed the same, given the definitions that the blocks reference. */
export function isEquivalentMarkdown(one: string, other: string, blocks: readonly Nodes[]): boolean {
  const definitions = blocks.flatMap(block => definitionsFor(block)).join('\n');
  const reads = (text: string) => withoutPositions(parseMarkdown(`${text}\n\n${definitions}`));
  return reads(one) === reads(other);
}

function definitionsFor(node: Nodes): string[] {
  if (node.type === 'footnoteReference') return [`[^${formatFootnoteLabel(node)}]: a`];
  const own = 'referenceType' in node ? [`[${node.label ?? node.identifier}]: a`] : [];
  return 'children' in node ? [...own, ...node.children.flatMap(child => definitionsFor(child))] : own;
}
