import type { Element, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { markCallouts } from './callouts.ts';
import { safeHtml } from './safe-html.ts';

/** How a text looks in a mail, and where its addresses lead. */
export interface MailText {
  /** The site's origin, which addresses without one get: a mail has no place of its own. */
  readonly siteUrl: string;
  /** Declarations by the names of elements: many mail programs know no others than those of the element itself. */
  readonly styles: Readonly<Record<string, string>>;
  /** Classes by the names of elements, for what differs in the dark. */
  readonly classes: Readonly<Record<string, string>>;
  /** A picture of this site as mails show it; what it does not know stays as it is. */
  readonly picture?: (address: URL) => { readonly src: string; readonly width: number } | undefined;
  /** Leads a link elsewhere, as to have it counted. */
  readonly link?: (address: URL) => string;
}

/** Turns Markdown into the safe HTML of a mail: absolute addresses, styles on each element, no frames or embeds. */
export async function renderMailText(markdown: string, options: MailText): Promise<string> {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(() => (root: MarkdownRoot, file) => markCallouts(root, String(file)))
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw)
    .use(rehypeSanitize, safeHtml)
    .use(() => (root: Root) => dress(root, options))
    .use(rehypeStringify);
  return String(await processor.process(markdown));
}

function dress(node: Root | Element, options: MailText): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    dressElement(child, options);
    dress(child, options);
  }
}

function dressElement(element: Element, options: MailText): void {
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
  element.properties = {
    ...(tagName === 'img' ? { ...pictureOf(absolute(src, options.siteUrl), options), alt: alt ?? '' } : {}),
    ...(tagName === 'a' && address ? { href: options.link?.(address) ?? address.href } : {}),
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
function pictureOf(address: URL | undefined, { picture }: MailText): Element['properties'] {
  return (address && picture?.(address)) ?? { src: address?.href ?? '' };
}

/** Undefined where it is no address, or one inside of a text that is a mail now. */
function absolute(address: unknown, siteUrl: string): URL | undefined {
  if (typeof address !== 'string' || address === '' || address.startsWith('#')) return undefined;
  return URL.canParse(address, `${siteUrl}/`) ? new URL(address, `${siteUrl}/`) : undefined;
}
