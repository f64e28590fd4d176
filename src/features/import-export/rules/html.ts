import type { Element, Root } from 'hast';
import type {
  BlockContent,
  Blockquote,
  Break,
  DefinitionContent,
  Emphasis,
  Nodes,
  Parents,
  PhrasingContent,
} from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';
import rehypeParse from 'rehype-parse';
import rehypeRemark, { type Options as RemarkOptions } from 'rehype-remark';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { replaceCards } from './convert-cards.ts';
import { PLAIN_BLOCKS, tidyHtml } from './tidy-html.ts';

/** HTML allowed in the conversion to Markdown: no scripts, styles, frames or executable URLs. */
const schema: Schema = {
  ...defaultSchema,
  // Blocks without equivalent are kept because they separate the text around them.
  tagNames: [...(defaultSchema.tagNames ?? []), ...PLAIN_BLOCKS, 'figcaption', 'mark', 'abbr', 'u'],
  // The text of other disallowed elements is kept; the content of these is dropped.
  strip: ['script', 'style', 'svg', 'math', 'template', 'object', 'select'],
  attributes: {
    ...defaultSchema.attributes,
    blockquote: [...(defaultSchema.attributes?.blockquote ?? []), 'dataCallout'],
    code: [['className', /^language-[\w+#.-]+$/]],
  },
};

/** Elements without Markdown syntax, kept as HTML in the text. */
const keptTags = ['sub', 'sup', 'mark', 'u', 'kbd'] as const;

declare module 'mdast' {
  interface EmphasisData {
    /** The HTML element to write. */
    keptTag?: string;
  }
}

// Represented as emphasis, which every step treats as inline text; only the serializer distinguishes them.
const handler: NonNullable<RemarkOptions['handlers']>[string] = (state, node): Emphasis | undefined => {
  const children = state.all(node).filter(child => child.type !== 'paragraph') as PhrasingContent[];
  return children.length > 0 ? { type: 'emphasis', data: { keptTag: node.tagName }, children } : undefined;
};

const emphasis: Handle & { peek?: Handle } = (node: Emphasis, parent, state, info) => {
  const tag = node.data?.keptTag;
  if (tag === undefined) return defaultHandlers.emphasis(node, parent, state, info);
  const text = state.containerPhrasing(node, { ...info, before: '>', after: '<' });
  return `<${tag}>${text}</${tag}>`;
};
emphasis.peek = (node: Emphasis, parent, state) =>
  node.data?.keptTag === undefined ? defaultHandlers.emphasis.peek(node, parent, state) : '<';

/** A line break in a table cell, which is a single line in Markdown. */
const lineBreak: Handle = (node: Break, parent, state, info) =>
  state.stack.includes('tableCell') ? '<br>' : defaultHandlers.break(node, parent, state, info);

interface Conversion {
  /** Returns the target of a link on this site, if it is imported too. */
  readonly linkOf?: (href: string) => string | undefined;
  /** Receives a sentence for each element that could not be converted. */
  readonly notes?: string[];
}

const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    handlers: { emphasis, break: lineBreak },
  });

/**
 * Converts HTML to Markdown, parsed as browsers do (parse5). Removes scripts and styles; cards become pictures,
 * galleries, callouts and links; anything without an equivalent is reduced to its text.
 */
export function htmlToMarkdown(html: string, { linkOf, notes }: Conversion = {}): string {
  try {
    return convert(html, linkOf);
  } catch (error) {
    // Tree walkers are recursive, so deep nesting exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    notes?.push('The HTML is nested too deeply, so only its text is imported.');
    return toPlainParagraphs(html);
  }
}

function convert(html: string, linkOf: Conversion['linkOf']): string {
  const tree = unified().use(rehypeParse, { fragment: true }).parse(html);
  replaceCards(tree);
  if (linkOf) relink(tree, linkOf);
  const processor = unified()
    .use(rehypeSanitize, schema)
    .use(() => tidyHtml)
    .use(rehypeRemark, {
      handlers: {
        ...Object.fromEntries(keptTags.map(tag => [tag, handler])),
        // Empty paragraphs separate the text around them until the tree is complete.
        p: (state, node: Element) => ({ type: 'paragraph', children: withoutOuterBreaks(state.all(node)) }),
        blockquote: (state, node: Element) => quoteOf(node, state.toFlow(state.all(node))),
      },
    });
  const markdown = processor.runSync(tree);
  removeEmpty(markdown);
  return writer.stringify(markdown).trim();
}

function withoutOuterBreaks(nodes: readonly Nodes[]): PhrasingContent[] {
  const from = nodes.findIndex(({ type }) => type !== 'break');
  return from < 0
    ? []
    : (nodes.slice(from, nodes.findLastIndex(({ type }) => type !== 'break') + 1) as PhrasingContent[]);
}

/** Also removes empty list items: nested ones, such as `- - -`, would be a thematic break. */
function removeEmpty(node: Parents): void {
  node.children = node.children.filter(child => {
    if ('children' in child) removeEmpty(child);
    const canBeEmpty = child.type !== 'paragraph' && child.type !== 'listItem' && child.type !== 'list';
    return canBeEmpty || child.children.length > 0;
  }) as typeof node.children;
}

/** Returns the paragraphs of HTML without markup. */
function toPlainParagraphs(html: string): string {
  const text = html.replaceAll(/<(script|style)\b[^<]*(?:<(?!\/\1)[^<]*)*<\/\1>/gi, '').replaceAll(/<[^<>]*>/g, '\n\n');
  const paragraphs = decodeEntities(text)
    .split(/\s*\n\s*\n\s*/)
    .filter(Boolean);
  const children = paragraphs.map(value => ({
    type: 'paragraph' as const,
    children: [{ type: 'text' as const, value: value.replaceAll(/\s+/g, ' ') }],
  }));
  return writer.stringify({ type: 'root', children }).trim();
}

/** Decodes HTML's character references once: `&amp;lt;` becomes `&lt;`. Tags stay as text. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const { children } = unified().use(rehypeParse, { fragment: true }).parse(text.replaceAll('<', '&lt;'));
  return children.map(child => (child.type === 'text' ? child.value : '')).join('');
}

/** Escapes text for HTML, also in double-quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Converts a quote; a callout gets its Markdown marker in front. */
function quoteOf({ properties }: Element, children: (BlockContent | DefinitionContent)[]): Blockquote {
  const kind = properties.dataCallout;
  if (typeof kind !== 'string' || !/^[a-z]+$/.test(kind)) return { type: 'blockquote', children };
  // As HTML it is written unchanged; as text its bracket would be escaped.
  const marker = { type: 'html' as const, value: `[!${kind.toUpperCase()}]` };
  const [first, ...rest] = children;
  if (first?.type !== 'paragraph') {
    return { type: 'blockquote', children: [{ type: 'paragraph', children: [marker] }, ...children] };
  }
  const opened = { ...first, children: [marker, { type: 'text' as const, value: '\n' }, ...first.children] };
  return { type: 'blockquote', children: [opened, ...rest] };
}

function relink(node: Root | Element, linkOf: (href: string) => string | undefined): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const { href } = child.properties;
    if (child.tagName === 'a' && typeof href === 'string') child.properties.href = linkOf(href) ?? href;
    relink(child, linkOf);
  }
}
