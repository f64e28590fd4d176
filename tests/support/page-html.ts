import type { Element, Nodes, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';

/** A page as a browser's parser sees it. */
export interface Page {
  /** Every element of a name, in document order. */
  all(tagName: string): Element[];
  /** The text of the first element of a name, blanks joined. */
  text(tagName: string): string;
  /** The content of a meta element, by its name or property. */
  meta(name: string): string | undefined;
  /** The address in a link element of a relation. */
  link(rel: string): string | undefined;
  /** Structured data, parsed. */
  readonly jsonLd: readonly Record<string, unknown>[];
  /** Every element there is. */
  readonly elements: readonly Element[];
}

/** Parses a whole HTML document by the rules of browsers. */
export async function parsePage(html: string): Promise<Page> {
  const document = { type: 'root', children: [{ type: 'doctype' }, { type: 'raw', value: html }] } as unknown as Root;
  const tree = await unified().use(rehypeRaw).run(document);
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

/** All text within. */
export function textOf(node: Nodes | undefined): string {
  if (!node) return '';
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function asText(value: Element['properties'][string]): string | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value);
}
