import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { BlockContent, Blockquote, DefinitionContent } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { replaceCards } from './cards.ts';

/** What of HTML is turned into Markdown: no script, no style, no frame, and no address that runs. */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), 'figure', 'figcaption', 'mark', 'abbr'],
  // Of other elements that are not kept, the words stay; of these, nothing does.
  strip: ['script', 'style', 'svg', 'math', 'template', 'object', 'select'],
  attributes: {
    ...defaultSchema.attributes,
    blockquote: [...(defaultSchema.attributes?.blockquote ?? []), 'dataCallout'],
    code: [['className', /^language-[\w+#.-]+$/]],
  },
};

interface Conversion {
  /** Where a link leads on this site, where it leads to something that moves in too; undefined for any other. */
  readonly linkOf?: (href: string) => string | undefined;
}

/**
 * Turns HTML that another site made into Markdown. What runs is gone; cards of writing tools become pictures, galleries,
 * callouts and addresses alone on their line; what Markdown does not have stays as its text.
 */
export function markdownFrom(html: string, { linkOf }: Conversion = {}): string {
  const tree = unified().use(rehypeParse, { fragment: true }).parse(html);
  replaceCards(tree);
  if (linkOf) relink(tree, linkOf);
  const processor = unified()
    .use(rehypeSanitize, schema)
    .use(() => (root: Root) => {
      dropDeadLinks(root);
      emphasizeCaptions(root);
    })
    .use(rehypeRemark, {
      handlers: {
        blockquote: (state, node: Element) => quoteOf(node, state.toFlow(state.all(node))),
      },
    })
    .use(remarkGfm)
    .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', fences: true, listItemIndent: 'one' });
  return processor.stringify(processor.runSync(tree)).trim();
}

/** A quote; of a callout, with the marker in front that Markdown has for it. */
function quoteOf({ properties }: Element, children: (BlockContent | DefinitionContent)[]): Blockquote {
  const kind = properties.dataCallout;
  if (typeof kind !== 'string' || !/^[a-z]+$/.test(kind)) return { type: 'blockquote', children };
  // As HTML it is written down as it is; as text its bracket would be escaped.
  const marker = { type: 'html' as const, value: `[!${kind.toUpperCase()}]` };
  const [first, ...rest] = children;
  if (first?.type !== 'paragraph') {
    return { type: 'blockquote', children: [{ type: 'paragraph', children: [marker] }, ...children] };
  }
  const opened = { ...first, children: [marker, { type: 'text' as const, value: '\n' }, ...first.children] };
  return { type: 'blockquote', children: [opened, ...rest] };
}

/** A link whose address was none that may be followed is its words. */
function dropDeadLinks(node: Root | Element): void {
  const children: readonly RootContent[] = node.children;
  node.children = children.flatMap((child): ElementContent[] => {
    if (child.type === 'doctype') return [];
    if (child.type !== 'element') return [child];
    dropDeadLinks(child);
    if (child.tagName === 'a' && !child.properties.href) return child.children;
    return child.tagName === 'img' && !child.properties.src ? [] : [child];
  });
}

/** What stands below a picture is a paragraph of its own. */
function emphasizeCaptions(node: Root | Element): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'figcaption') {
      child.tagName = 'p';
      child.children = [{ type: 'element', tagName: 'em', properties: {}, children: child.children }];
    } else {
      emphasizeCaptions(child);
    }
  }
}

function relink(node: Root | Element, linkOf: (href: string) => string | undefined): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const { href } = child.properties;
    if (child.tagName === 'a' && typeof href === 'string') child.properties.href = linkOf(href) ?? href;
    relink(child, linkOf);
  }
}
