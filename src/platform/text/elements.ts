import type { Element, ElementContent, Root } from 'hast';

export function createElement(
  tagName: string,
  properties: Element['properties'],
  children: Element['children'],
): Element {
  return { type: 'element', tagName, properties, children };
}

/** Returns whether a node is only white space. */
export function isBlank(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

/** Replaces a tree's elements, innermost first. `undefined` keeps an element. */
export function replaceElements(
  tree: Root | Element,
  replace: (node: Element, parent: Root | Element) => ElementContent[] | undefined,
): void {
  tree.children = (tree.children as ElementContent[]).flatMap(child => {
    if (child.type !== 'element') return [child];
    replaceElements(child, replace);
    return replace(child, tree) ?? [child];
  });
}
