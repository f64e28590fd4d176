import type { Break, Emphasis, PhrasingContent } from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';
import type { Options } from 'rehype-remark';

/** Elements without a sign in Markdown, which stay as HTML inside the text. */
const keptTags = ['sub', 'sup', 'mark', 'u', 'kbd'] as const;

declare module 'mdast' {
  interface EmphasisData {
    /** The HTML element that stands for the sign. */
    keptTag?: string;
  }
}

// As emphasis they are running text to every step in between; only the writer tells them apart.
const handler: NonNullable<Options['handlers']>[string] = (state, node): Emphasis | undefined => {
  const children = state.all(node).filter(child => child.type !== 'paragraph') as PhrasingContent[];
  return children.length > 0 ? { type: 'emphasis', data: { keptTag: node.tagName }, children } : undefined;
};

/** Handlers that turn kept elements into nodes of Markdown's tree. */
export const keptTagHandlers = Object.fromEntries(keptTags.map(tag => [tag, handler]));

const emphasis: Handle & { peek?: Handle } = (node: Emphasis, parent, state, info) => {
  const tag = node.data?.keptTag;
  if (tag === undefined) return defaultHandlers.emphasis(node, parent, state, info);
  const words = state.containerPhrasing(node, { ...info, before: '>', after: '<' });
  return `<${tag}>${words}</${tag}>`;
};
emphasis.peek = (node: Emphasis, parent, state) =>
  node.data?.keptTag === undefined ? defaultHandlers.emphasis.peek(node, parent, state) : '<';

/** A break inside a table cell, which is one line in Markdown. */
const lineBreak: Handle = (node: Break, parent, state, info) =>
  state.stack.includes('tableCell') ? '<br>' : defaultHandlers.break(node, parent, state, info);

/** Handlers that write these nodes. */
export const keptTagWriters = { emphasis, break: lineBreak };
