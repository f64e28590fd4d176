import type { Break, Link, Nodes, Parents } from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';
import { parseMarkdown } from './parse-markdown.ts';

/**
 * Writes autolinks as `<url>` unless that would parse differently. After `[reference]` a bracket would belong to
 * it, so a URL without a scheme stays bare.
 */
export const link: Handle & { peek?: Handle } = (node: Link, parent, state, info) => {
  if (staysBare(node, parent)) return bareText(node);
  const text = defaultHandlers.link(node, parent, state, info);
  if (!text.startsWith('<')) return text;
  const [block] = parseMarkdown(text).children;
  const [parsed] = block?.type === 'paragraph' ? block.children : [];
  if (parsed?.type === 'link' && parsed.url === node.url && text.length === parsed.position?.end.offset) return text;
  const { options } = state;
  state.options = { ...options, resourceLink: true };
  const fullText = defaultHandlers.link(node, parent, state, info);
  state.options = options;
  return fullText;
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

/** Writes a hard break: spaces after a bare URL and its punctuation, because a backslash would be part of it. */
export const hardBreak: Handle = (node: Break, parent: Parents | undefined, state, info) => {
  const text = defaultHandlers.break(node, parent, state, info);
  const siblings: Nodes[] = parent?.children ?? [];
  const before = siblings.slice(0, siblings.indexOf(node));
  const autolink = before.findLast(({ type }) => type !== 'text');
  const isAfterUrl = autolink?.type === 'link' && staysBare(autolink, parent);
  const between = isAfterUrl ? before.slice(before.indexOf(autolink) + 1) : [];
  const isPunctuation = between.every(it => 'value' in it && !/\s/.test(it.value));
  return text === '\\\n' && isAfterUrl && isPunctuation ? '  \n' : text;
};
