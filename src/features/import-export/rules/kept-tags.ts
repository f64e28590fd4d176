import type { Break, Emphasis, PhrasingContent } from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';
import type { Options } from 'rehype-remark';

/** Elements without Markdown syntax, kept as HTML in the text. */
const keptTags = ['sub', 'sup', 'mark', 'u', 'kbd'] as const;

declare module 'mdast' {
  interface EmphasisData {
    /** The HTML element to write. */
    keptTag?: string;
  }
}

// Represented as emphasis, which every step treats as inline text; only the serializer distinguishes them.
const handler: NonNullable<Options['handlers']>[string] = (state, node): Emphasis | undefined => {
  const children = state.all(node).filter(child => child.type !== 'paragraph') as PhrasingContent[];
  return children.length > 0 ? { type: 'emphasis', data: { keptTag: node.tagName }, children } : undefined;
};

/** Converts kept elements to Markdown nodes. */
export const keptTagHandlers = Object.fromEntries(keptTags.map(tag => [tag, handler]));

const emphasis: Handle & { peek?: Handle } = (node: Emphasis, parent, state, info) => {
  const tag = node.data?.keptTag;
  if (tag === undefined) return defaultHandlers.emphasis(node, parent, state, info);
  const words = state.containerPhrasing(node, { ...info, before: '>', after: '<' });
  return `<${tag}>${words}</${tag}>`;
};
emphasis.peek = (node: Emphasis, parent, state) =>
  node.data?.keptTag === undefined ? defaultHandlers.emphasis.peek(node, parent, state) : '<';

/** A line break in a table cell, which is a single line in Markdown. */
const lineBreak: Handle = (node: Break, parent, state, info) =>
  state.stack.includes('tableCell') ? '<br>' : defaultHandlers.break(node, parent, state, info);

/** Serializes these nodes. */
export const keptTagWriters = { emphasis, break: lineBreak };
