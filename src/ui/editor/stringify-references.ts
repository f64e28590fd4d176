import type { Association, FootnoteReference, ImageReference, LinkReference, Nodes, PhrasingContent } from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';
import { parseMarkdown, withoutPositions } from './parse-markdown.ts';

// References match definitions by the exact source between the brackets: `\*` and `*` differ, although they read the
// same. The labels in the tree are that source.

type Handler = Handle & { peek: Handle };

/** Returns a handler whose text begins with `sign`. */
const withPeek = (start: string, handle: Handle): Handler => Object.assign(handle, { peek: () => start });

/** Writes a reference link; in the short form if its text equals its label. */
export const linkReference = withPeek('[', (node: LinkReference, _parent, state, info) => {
  const exit = state.enter('linkReference');
  const exitLabel = state.enter('label');
  const text = state.containerPhrasing(node, { ...info, before: '[', after: ']' });
  exitLabel();
  exit();
  const label = node.label ?? node.identifier;
  const suffix = getSuffix(node, info.after);
  if (node.referenceType === 'full') return `[${text}][${label}]`;
  if (text.replaceAll(/\s+/g, ' ') === label) return `[${text}]${suffix}`;
  return withoutPositions(parsePhrase(text)) === withoutPositions(parsePhrase(label))
    ? `[${label}]${suffix}`
    : `[${text}][${label}]`;
});

/** Writes a reference picture. */
export const imageReference = withPeek('!', (node: ImageReference, parent, state, info) => {
  const label = node.label ?? node.identifier;
  if (node.referenceType === 'full' || getText(parsePhrase(label)) !== (node.alt ?? '')) {
    const image = { type: 'image', url: '', alt: node.alt ?? '' } as const;
    return `${defaultHandlers.image(image, parent, state, info).replace(/\(\)$/, '')}[${label}]`;
  }
  return `![${label}]${getSuffix(node, info.after)}`;
});

export const footnoteReference = withPeek('[', (node: FootnoteReference) => `[^${formatFootnoteLabel(node)}]`);

/** Returns a footnote label with the characters escaped that would end it. */
export function formatFootnoteLabel({ label, identifier }: Association): string {
  const value = label ?? identifier;
  return /^(?:\\[^\s]|[^\s[\]\\])+$/.test(value) ? value : value.replaceAll(/[[\]\\]/g, '\\$&').replaceAll(/\s+/g, '-');
}

/** Returns the marks inside the brackets of a reference whose text is its label. */
export function listMarksInLabel(label: string): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (nodes: readonly PhrasingContent[]) => {
    for (const node of nodes) {
      found.add(node.type);
      if ('children' in node) collect(node.children);
    }
  };
  collect(parsePhrase(label));
  return found;
}

/** Returns `[]` where needed: it can't be omitted before another bracket. */
function getSuffix({ referenceType }: LinkReference | ImageReference, after: string): string {
  return referenceType === 'collapsed' || after.startsWith('[') ? '[]' : '';
}

function parsePhrase(markdown: string): readonly PhrasingContent[] {
  // The leading word keeps the label from being parsed as a block.
  const [block] = parseMarkdown(`a ${markdown}`).children;
  return block?.type === 'paragraph' ? block.children : [];
}

function getText(nodes: readonly PhrasingContent[]): string {
  const toText = (node: PhrasingContent): string => {
    if ('children' in node) return node.children.map(toText).join('');
    if ('value' in node) return node.type === 'html' ? '' : node.value;
    return 'alt' in node ? (node.alt ?? '') : '';
  };
  return nodes.map(toText).join('').slice(2);
}

/** Returns whether two sources of blocks are parsed the same, given the definitions that the blocks reference. */
export function isEquivalentMarkdown(first: string, second: string, blocks: readonly Nodes[]): boolean {
  const definitions = blocks.flatMap(block => definitionsFor(block)).join('\n');
  const parse = (text: string) => withoutPositions(parseMarkdown(`${text}\n\n${definitions}`));
  return parse(first) === parse(second);
}

function definitionsFor(node: Nodes): string[] {
  if (node.type === 'footnoteReference') return [`[^${formatFootnoteLabel(node)}]: a`];
  const definition = 'referenceType' in node ? [`[${node.label ?? node.identifier}]: a`] : [];
  return 'children' in node ? [...definition, ...node.children.flatMap(child => definitionsFor(child))] : definition;
}
