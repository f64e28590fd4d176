import type { Element, ElementContent, Root } from 'hast';

export function createElement(
  tagName: string,
  properties: Element['properties'],
  children: Element['children'],
): Element {
  return { type: 'element', tagName, properties, children };
}

/** Whether a node is only blanks between others. */
export function isBlank(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

/** Puts other nodes in the place of a tree's elements, the innermost first; `undefined` leaves one as it is. */
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
