import type { Association, FootnoteReference, ImageReference, LinkReference, Nodes, PhrasingContent } from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';
import { parseMarkdown, withoutPositions } from './parse-markdown.ts';

// References match definitions by the exact source between the brackets: `\*` and `*` differ, although they read the
// same. The labels in the tree are that source.

type Handler = Handle & { peek: Handle };

/** Returns a handler whose text begins with `sign`. */
const beginning = (sign: string, handle: Handle): Handler => Object.assign(handle, { peek: () => sign });

/** Writes a reference link; in the short form if its text equals its label. */
export const linkReference = beginning('[', (node: LinkReference, _parent, state, info) => {
  const exit = state.enter('linkReference');
  const exitLabel = state.enter('label');
  const words = state.containerPhrasing(node, { ...info, before: '[', after: ']' });
  exitLabel();
  exit();
  const label = node.label ?? node.identifier;
  const ends = closing(node, info.after);
  if (node.referenceType === 'full') return `[${words}][${label}]`;
  if (words.replaceAll(/\s+/g, ' ') === label) return `[${words}]${ends}`;
  return withoutPositions(phrase(words)) === withoutPositions(phrase(label))
    ? `[${label}]${ends}`
    : `[${words}][${label}]`;
});

/** Writes a reference picture. */
export const imageReference = beginning('!', (node: ImageReference, parent, state, info) => {
  const label = node.label ?? node.identifier;
  if (node.referenceType === 'full' || wordsOf(phrase(label)) !== (node.alt ?? '')) {
    const alone = { type: 'image', url: '', alt: node.alt ?? '' } as const;
    return `${defaultHandlers.image(alone, parent, state, info).replace(/\(\)$/, '')}[${label}]`;
  }
  return `![${label}]${closing(node, info.after)}`;
});

export const footnoteReference = beginning('[', (node: FootnoteReference) => `[^${formatFootnoteLabel(node)}]`);

/** Returns a footnote label with the characters escaped that would end it. */
export function formatFootnoteLabel({ label, identifier }: Association): string {
  const value = label ?? identifier;
  return /^(?:\\[^\s]|[^\s[\]\\])+$/.test(value) ? value : value.replaceAll(/[[\]\\]/g, '\\$&').replaceAll(/\s+/g, '-');
}

/** Returns the marks inside the brackets of a reference whose text is its label. */
export function listMarksInLabel(label: string): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (nodes: readonly PhrasingContent[]) => {
    for (const node of nodes) {
      found.add(node.type);
      if ('children' in node) look(node.children);
    }
  };
  look(phrase(label));
  return found;
}

/** Returns `[]` where needed: it can't be omitted before another bracket. */
function closing({ referenceType }: LinkReference | ImageReference, after: string): string {
  return referenceType === 'collapsed' || after.startsWith('[') ? '[]' : '';
}

function phrase(markdown: string): readonly PhrasingContent[] {
  // The leading word keeps the label from being parsed as a block.
  const [block] = parseMarkdown(`a ${markdown}`).children;
  return block?.type === 'paragraph' ? block.children : [];
}

function wordsOf(nodes: readonly PhrasingContent[]): string {
  const said = (node: PhrasingContent): string => {
    if ('children' in node) return node.children.map(said).join('');
    if ('value' in node) return node.type === 'html' ? '' : node.value;
    return 'alt' in node ? (node.alt ?? '') : '';
  };
  return nodes.map(said).join('').slice(2);
}

/** Returns whether two sources of blocks are parsed the same, given the definitions that the blocks reference. */
export function isEquivalentMarkdown(one: string, other: string, blocks: readonly Nodes[]): boolean {
  const definitions = blocks.flatMap(block => definitionsFor(block)).join('\n');
  const reads = (text: string) => withoutPositions(parseMarkdown(`${text}\n\n${definitions}`));
  return reads(one) === reads(other);
}

function definitionsFor(node: Nodes): string[] {
  if (node.type === 'footnoteReference') return [`[^${formatFootnoteLabel(node)}]: a`];
  const own = 'referenceType' in node ? [`[${node.label ?? node.identifier}]: a`] : [];
  return 'children' in node ? [...own, ...node.children.flatMap(child => definitionsFor(child))] : own;
}
