import type { Nodes } from 'mdast';
import { parseMarkdown } from './parse-markdown.ts';
import { formatFootnoteLabel } from './stringify-references.ts';

/** Whether two ways to write some blocks mean the same, where all is defined that they refer to. */
export function isEquivalentMarkdown(one: string, other: string, blocks: readonly Nodes[]): boolean {
  const definitions = blocks.flatMap(block => definitionsFor(block)).join('\n');
  return reads(`${one}\n\n${definitions}`) === reads(`${other}\n\n${definitions}`);
}

function definitionsFor(node: Nodes): string[] {
  if (node.type === 'footnoteReference') return [`[^${formatFootnoteLabel(node)}]: a`];
  const own = 'referenceType' in node ? [`[${node.label ?? node.identifier}]: a`] : [];
  return 'children' in node ? [...own, ...node.children.flatMap(child => definitionsFor(child))] : own;
}

/** A text's syntax tree without places, to compare. */
function reads(markdown: string): string {
  return JSON.stringify(parseMarkdown(markdown), (key, value: unknown) => (key === 'position' ? undefined : value));
}
