import type { Element, ElementContent, Root, RootContent } from 'hast';

/** Inline elements without effect if empty; synonyms are mapped to one name. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...'strong em u mark sub sup del code kbd abbr a q cite samp var ins'.split(' ').map(tag => [tag, tag] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['tt', 'code'],
]);

/** Blocks without meaning apart from their content. */
const PLAIN_BLOCK = /^(?:div|section|article|aside|center|header|footer|figure|h[1-6])$/;

const isBlank = (node: ElementContent) => node.type === 'text' && node.value.trim() === '';

/**
 * Removes what has no effect: links without a target (their text stays), nested equal marks, empty marks, and pictures
 * without URL. Captions become paragraphs in italics, and empty blocks empty paragraphs.
 */
export function tidyHtml(node: Root | Element, within: ReadonlySet<string> = new Set()): void {
  const children: readonly RootContent[] = node.children;
  node.children = children.flatMap((child): ElementContent[] => {
    if (child.type === 'doctype') return [];
    if (child.type !== 'element') return [child];
    const mark = MARKS.get(child.tagName);
    const isRepeated = mark !== undefined && within.has(mark);
    tidyHtml(child, mark === undefined || isRepeated ? within : new Set([...within, mark]));
    if (isRepeated || (mark && child.children.every(isBlank))) return child.children;
    if (child.tagName === 'a' && !child.properties.href) return child.children;
    if (child.tagName === 'img' && !child.properties.src) return [];
    if (child.tagName === 'figcaption') return [captionOf(child)];
    // The serializer would drop an empty block and join the text around it.
    if (PLAIN_BLOCK.test(child.tagName) && child.children.every(isBlank)) child.tagName = 'p';
    return [child];
  });
}

function captionOf({ children }: Element): Element {
  const em: Element = { type: 'element', tagName: 'em', properties: {}, children };
  return { type: 'element', tagName: 'div', properties: {}, children: [em] };
}
