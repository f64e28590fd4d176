import type { Element, Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

/** A page, parsed as browsers parse HTML. */
export interface Page {
  /** Returns every element with a tag name, in document order. */
  all(tagName: string): Element[];
  /** Returns the text of the first element with a tag name, with whitespace collapsed. */
  text(tagName: string): string;
  /** Returns the content of a meta element by its name or property. */
  meta(name: string): string | undefined;
  /** Returns the URL of a link element by its rel. */
  link(rel: string): string | undefined;
  /** The page's JSON-LD, parsed. */
  readonly jsonLd: readonly Record<string, unknown>[];
  readonly elements: readonly Element[];
}

const parser = unified().use(rehypeParse).freeze();

/** Parses an HTML document as browsers do. */
export async function parsePage(html: string): Promise<Page> {
  const tree = parser.parse(html);
  const elements: Element[] = [];
  const walk = (node: Nodes) => {
    if (node.type === 'element') elements.push(node);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(tree);
  const all = (tagName: string) => elements.filter(element => element.tagName === tagName);
  const first = (tagName: string, has: (element: Element) => boolean) => all(tagName).find(has)?.properties;
  return {
    elements,
    all,
    text: tagName => textOf(all(tagName)[0]).replace(/\s+/g, ' ').trim(),
    meta: name =>
      asText(first('meta', ({ properties }) => [properties.name, properties.property].includes(name))?.content),
    link: rel => asText(first('link', ({ properties }) => asText(properties.rel) === rel)?.href),
    jsonLd: all('script')
      .filter(({ properties }) => properties.type === 'application/ld+json')
      .map(script => JSON.parse(textOf(script)) as Record<string, unknown>),
  };
}

/** Returns the text content of a node. */
export function textOf(node: Nodes | undefined): string {
  if (!node) return '';
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function asText(value: Element['properties'][string]): string | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** Returns the description of a form field: its hint and its error. */
export function getDescription(page: Page, { properties }: Element): string {
  const ids = [properties.ariaDescribedBy ?? []].flat().map(String);
  return ids
    .map(id => textOf(page.elements.find(element => element.properties.id === id)).trim())
    .filter(Boolean)
    .join(' ');
}

/** Returns the text of each alert on a page. */
export function listAlerts(page: Page): string[] {
  return page.elements.filter(({ properties }) => properties.role === 'alert').map(textOf);
}
