import type { Element, Root } from 'hast';
import type { Nodes as MarkdownNodes, Root as MarkdownRoot } from 'mdast';
import { createElement, replaceElements } from './elements.ts';

/** GitHub's callouts, which are quotes that begin with `[!NOTE]` and the like. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/** Removes the marker from callout quotes and stores their kind in an attribute. `\[!NOTE]` is no marker. */
export function tagCallouts(node: MarkdownRoot | MarkdownNodes, source: string): void {
  if (!('children' in node)) return;
  for (const child of node.children) tagCallouts(child, source);
  if (node.type !== 'blockquote') return;
  const [first] = node.children;
  if (first?.type !== 'paragraph') return;
  const [opening] = first.children;
  if (opening?.type !== 'text' || source[opening.position?.start.offset ?? -1] !== '[') return;
  const marker = /^\[!(\w+)\](?:\n|$)/.exec(opening.value);
  const kind = calloutKinds.find(name => name === marker?.[1]?.toLowerCase());
  if (!marker || !kind || (first.children.length > 1 && !marker[0].endsWith('\n') && opening.value === marker[0]))
    return;
  opening.value = opening.value.slice(marker[0].length);
  if (opening.value === '') first.children.shift();
  if (first.children.length === 0) node.children.shift();
  node.data = { ...node.data, hProperties: { dataCallout: kind } };
}

/** Returns the label of a tagged quote; undefined for other elements. */
export function getCalloutLabel({ tagName, properties }: Element): string | undefined {
  const kind = tagName === 'blockquote' ? properties.dataCallout : undefined;
  return typeof kind === 'string' ? kind.charAt(0).toUpperCase() + kind.slice(1) : undefined;
}

/** Turns tagged quotes into asides with their kind as a visible label. */
export function renderCallouts(tree: Root | Element): void {
  replaceElements(tree, node => {
    const name = getCalloutLabel(node);
    if (!name) return undefined;
    const label = createElement('p', { className: ['callout-label'] }, [{ type: 'text', value: name }]);
    const className = ['callout', `callout-${name.toLowerCase()}`];
    return [createElement('aside', { className }, [label, ...node.children])];
  });
}
