import type { Break, Link, Nodes, Parents } from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';
import { parseMarkdown } from './parse-markdown.ts';

/**
 * Writes autolinks as `<address>` unless that would parse differently. After `[reference]` a bracket would belong to
 * it, so an address without a scheme stays bare.
 */
export const link: Handle & { peek?: Handle } = (node: Link, parent, state, info) => {
  if (staysBare(node, parent)) return bareText(node);
  const written = defaultHandlers.link(node, parent, state, info);
  if (!written.startsWith('<')) return written;
  const [block] = parseMarkdown(written).children;
  const [read] = block?.type === 'paragraph' ? block.children : [];
  if (read?.type === 'link' && read.url === node.url && written.length === read.position?.end.offset) return written;
  const { options } = state;
  state.options = { ...options, resourceLink: true };
  const whole = defaultHandlers.link(node, parent, state, info);
  state.options = options;
  return whole;
};
link.peek = (node: Link, parent, state) =>
  staysBare(node, parent) ? bareText(node) : defaultHandlers.link.peek(node, parent, state);

function bareText({ children: [text] }: Link): string {
  return text?.type === 'text' ? text.value : '';
}

function staysBare(node: Link, parent: Parents | undefined): boolean {
  const text = bareText(node);
  if (node.children.length > 1 || node.title || node.url !== `http://${text}`) return false;
  const before = parent?.children[(parent.children as Nodes[]).indexOf(node) - 1];
  return before !== undefined && 'referenceType' in before && before.referenceType === 'shortcut';
}

/** Writes a hard break: spaces after a bare address and its punctuation, because a backslash would be part of it. */
export const hardBreak: Handle = (node: Break, parent: Parents | undefined, state, info) => {
  const written = defaultHandlers.break(node, parent, state, info);
  const siblings: Nodes[] = parent?.children ?? [];
  const before = siblings.slice(0, siblings.indexOf(node));
  const address = before.findLast(({ type }) => type !== 'text');
  const isAtAddress = address?.type === 'link' && staysBare(address, parent);
  const between = isAtAddress ? before.slice(before.indexOf(address) + 1) : [];
  const isPunctuation = between.every(text => 'value' in text && !/\s/.test(text.value));
  return written === '\\\n' && isAtAddress && isPunctuation ? '  \n' : written;
};
