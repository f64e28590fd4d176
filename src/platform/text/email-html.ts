import type { Element, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { pictureAddress } from '#shared/paths.ts';
import { tagCallouts } from './callouts.ts';
import { plainText } from './plain-text.ts';
import { sanitizeSchema } from './sanitize-schema.ts';

/** How a text looks in a mail, and where its addresses lead. */
export interface EmailHtmlOptions {
  /** The site's origin, which addresses without one get: a mail has no place of its own. */
  readonly siteUrl: string;
  /** Declarations by the names of elements: many mail programs know no others than those of the element itself. */
  readonly styles: Readonly<Record<string, string>>;
  /** Classes by the names of elements, for what differs in the dark. */
  readonly classes: Readonly<Record<string, string>>;
  /** This site's pictures as emails show them, by their ids; others stay as they are. */
  readonly pictures?: ReadonlyMap<string, { readonly src: string; readonly width: number }>;
  /** Where links lead instead, as to have clicks counted, by their absolute addresses; others stay as they are. */
  readonly links?: ReadonlyMap<string, string>;
}

/** A text as an email has it. */
export interface RenderedMail {
  readonly html: string;
  /** The plain-text version. */
  readonly text: string;
  /** The absolute addresses of its links, each once. */
  readonly links: readonly string[];
}

/** Turns Markdown into the safe HTML of a mail: absolute addresses, styles on each element, no frames or embeds. */
export async function renderEmailHtml(markdown: string, options: EmailHtmlOptions): Promise<RenderedMail> {
  const links = new Set<string>();
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(() => (root: MarkdownRoot, file) => tagCallouts(root, String(file)))
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw)
    .use(rehypeSanitize, sanitizeSchema)
    .use(() => (root: Root) => dress(root, options, links))
    .use(rehypeStringify);
  const html = String(await processor.process(markdown));
  return { html, text: plainText(html), links: [...links] };
}

function dress(node: Root | Element, options: EmailHtmlOptions, links: Set<string>): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    dressElement(child, options, links);
    dress(child, options, links);
  }
}

function dressElement(element: Element, options: EmailHtmlOptions, links: Set<string>): void {
  const { properties } = element;
  const tagName = element.tagName === 'h1' ? 'h2' : element.tagName;
  const { src, alt, href, title, start, colSpan, rowSpan, align, checked } = properties;
  // The mail has a heading of its own, and one of this rank.
  element.tagName = tagName;
  if (tagName === 'input') {
    Object.assign(element, {
      tagName: 'span',
      properties: {},
      children: [{ type: 'text', value: checked ? '☑' : '☐' }],
    });
    return;
  }
  const address = absolute(href, options.siteUrl);
  if (tagName === 'a' && address) links.add(address.href);
  element.properties = {
    ...(tagName === 'img' ? { ...pictureOf(absolute(src, options.siteUrl), options), alt: alt ?? '' } : {}),
    ...(tagName === 'a' && address ? { href: options.links?.get(address.href) ?? address.href } : {}),
    ...(title ? { title } : {}),
    ...(start ? { start } : {}),
    ...(colSpan ? { colSpan } : {}),
    ...(rowSpan ? { rowSpan } : {}),
    ...(align ? { align } : {}),
    ...(options.styles[tagName] ? { style: options.styles[tagName] } : {}),
    ...(options.classes[tagName] ? { className: [options.classes[tagName]] } : {}),
  };
}

/** The width is said in so many words, since some mail programs know no other way to hold a picture in its column. */
function pictureOf(address: URL | undefined, { pictures, siteUrl }: EmailHtmlOptions): Element['properties'] {
  const id = address?.origin === siteUrl ? pictureAddress.exec(address.pathname)?.[1] : undefined;
  return pictures?.get(id ?? '') ?? { src: address?.href ?? '' };
}

/** Undefined where it is no address, or one inside of a text that is a mail now. */
function absolute(address: unknown, siteUrl: string): URL | undefined {
  if (typeof address !== 'string' || address === '' || address.startsWith('#')) return undefined;
  return URL.canParse(address, `${siteUrl}/`) ? new URL(address, `${siteUrl}/`) : undefined;
}
