import type { Element, ElementContent, Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { pictureUrlPattern } from '#shared/paths.ts';
import { getCalloutLabel } from './callouts.ts';
import { markDirections } from './directions.ts';
import { createElement, replaceElements } from './elements.ts';
import { excerptIn } from './excerpt.ts';
import { frameFigures, isGallery } from './pictures.ts';
import { plainText } from './plain-text.ts';
import { markdownToSafeHtml } from './safe-html.ts';

/** The appearance of a text in an email, and the targets of its links. */
export interface EmailHtmlOptions {
  /** The site's origin, for relative URLs: an email has no base URL. */
  readonly siteUrl: string;
  /** CSS declarations by element name, as inline styles, since many email programs support no others. */
  readonly styles: Readonly<Record<string, string>>;
  /** Classes by element name, for dark mode. */
  readonly classes: Readonly<Record<string, string>>;
  /** This site's images as emails show them, by id; others were deleted. Without it, all are unchanged. */
  readonly pictures?: ReadonlyMap<string, { readonly src: string; readonly width: number }>;
  /** Replacement targets of links, such as for click tracking, by absolute URL; others are unchanged. */
  readonly links?: ReadonlyMap<string, string>;
}

export interface RenderedMail {
  readonly html: string;
  /** The plain-text version. */
  readonly text: string;
  /** The absolute URLs of its links, without duplicates. */
  readonly links: readonly string[];
  /** The start of its running text, up to about 200 characters. */
  readonly excerpt: string;
}

/** Renders Markdown as safe HTML for an email: absolute URLs, inline styles, no frames or embeds. */
export async function renderEmailHtml(markdown: string, options: EmailHtmlOptions): Promise<RenderedMail> {
  const links = new Set<string>();
  let excerpt = '';
  const processor = markdownToSafeHtml()
    .use(() => (root: Root) => {
      excerpt = excerptIn(root);
      frameFigures(root, options.pictures);
      replaceElements(root, stackGallery);
    })
    .use(() => markDirections)
    .use(() => (root: Root) => styleTree(root, options, links))
    .use(rehypeStringify);
  const html = String(await processor.process(markdown));
  return { html, text: plainText(html), links: [...links], excerpt };
}

/** Replaces a gallery by its images one below the other: few email programs support grids. */
function stackGallery(element: Element): ElementContent[] | undefined {
  if (!isGallery(element)) return undefined;
  return element.children.map(child =>
    child.type === 'element' && child.tagName === 'img' ? createElement('figure', {}, [child]) : child,
  );
}

function styleTree(node: Root | Element, options: EmailHtmlOptions, links: Set<string>): void {
  node.children = (node.children as ElementContent[]).flatMap(withoutDeadLinks);
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const label = getCalloutLabel(child);
    if (label) child.children.unshift(createElement('p', {}, [createElement('strong', {}, [toText(label)])]));
    styleElement(child, options, links);
    styleTree(child, options, links);
  }
  node.children = (node.children as ElementContent[]).map(child =>
    child.type === 'element' && child.tagName === 'table'
      ? createElement('div', { style: TABLE_FRAME }, [child])
      : child,
  );
}

/** Scrolls a table that is too wide: in the email around it, narrow columns would break words. */
const TABLE_FRAME = 'overflow-x:auto;word-break:normal;overflow-wrap:normal';

/** Places padding and border at the start of a line, also of right-to-left text. */
const toLogicalStyle = (style: string) =>
  style.replace('padding:0 0 0 ', 'padding:0;padding-inline-start:').replace('border-left:', 'border-inline-start:');

/** Replaces a link within the text by its content: email programs can't follow it. Omits those back from footnotes. */
function withoutDeadLinks(node: ElementContent): ElementContent[] {
  if (node.type !== 'element' || node.tagName !== 'a' || !String(node.properties.href).startsWith('#')) return [node];
  if ('dataFootnoteBackref' in node.properties) return [];
  const content = node.children.flatMap(withoutDeadLinks);
  if (!('dataFootnoteRef' in node.properties)) return content;
  return [toText('['), ...content, toText(']')];
}

const toText = (value: string) => ({ type: 'text' as const, value });

function styleElement(element: Element, options: EmailHtmlOptions, links: Set<string>): void {
  const { properties } = element;
  const tagName = element.tagName === 'h1' ? 'h2' : element.tagName;
  const { src, alt, href, title, start, colSpan, rowSpan, align, checked, dir } = properties;
  const ownStyle = options.styles[tagName] ?? '';
  const style = [
    dir ? toLogicalStyle(ownStyle) : ownStyle,
    // The email around it aligns its text to the left.
    align ? `text-align:${align}` : dir && 'text-align:start',
  ].filter(Boolean);
  // The email already has a heading of this level.
  element.tagName = tagName;
  if (tagName === 'input') {
    Object.assign(element, {
      tagName: 'span',
      properties: {},
      children: [{ type: 'text', value: checked ? '☑' : '☐' }],
    });
    return;
  }
  const url = toAbsoluteUrl(href, options.siteUrl);
  if (tagName === 'a' && url) links.add(url.href);
  element.properties = {
    ...(tagName === 'img' ? { ...getPicture(toAbsoluteUrl(src, options.siteUrl), options), alt: alt ?? '' } : {}),
    ...(tagName === 'a' && url ? { href: options.links?.get(url.href) ?? url.href } : {}),
    ...(title ? { title } : {}),
    ...(start ? { start } : {}),
    ...(colSpan ? { colSpan } : {}),
    ...(rowSpan ? { rowSpan } : {}),
    ...(align ? { align } : {}),
    ...(dir ? { dir } : {}),
    ...(style.length > 0 ? { style: style.join(';') } : {}),
    ...(options.classes[tagName] ? { className: [options.classes[tagName]] } : {}),
  };
}

/** Returns the image's attributes with an explicit width, which some email programs need to fit it into the column. */
function getPicture(url: URL | undefined, { pictures, siteUrl }: EmailHtmlOptions): Element['properties'] {
  const id = url?.origin === siteUrl ? pictureUrlPattern.exec(url.pathname)?.[1] : undefined;
  return pictures?.get(id ?? '') ?? { src: url?.href ?? '' };
}

/** Returns an absolute URL; undefined if it is invalid, or a fragment, which has no target in an email. */
function toAbsoluteUrl(url: unknown, siteUrl: string): URL | undefined {
  if (typeof url !== 'string' || url === '' || url.startsWith('#')) return undefined;
  return URL.canParse(url, `${siteUrl}/`) ? new URL(url, `${siteUrl}/`) : undefined;
}
