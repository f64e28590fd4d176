import { setBlockType } from 'prosemirror-commands';
import type { Command } from 'prosemirror-state';
import { insertNode, insertFootnote, insertTable, toggleList, wrapInQuote } from './commands.ts';
import { type CalloutKind, calloutKinds, nodes } from './schema.ts';

/** Input that an item needs before it can be inserted. */
type SlashItemPrompt = 'picture' | 'gallery' | 'media' | 'embed';

export interface SlashItem {
  readonly id: string;
  readonly label: string;
  /** Additional search terms. */
  readonly terms: string;
  /** Markdown shortcut that does the same. */
  readonly shortcut?: string;
  readonly run: Command | SlashItemPrompt;
}

const heading = (level: number): SlashItem => ({
  id: `heading-${level}`,
  label: `Heading ${level}`,
  terms: `h${level} title`,
  shortcut: '#'.repeat(level),
  run: setBlockType(nodes.heading, { level }),
});

const callout = (kind: CalloutKind): SlashItem => ({
  id: kind,
  label: `${kind[0]?.toUpperCase()}${kind.slice(1)}`,
  terms: 'callout alert box aside',
  run: insertNode(nodes.callout, { marker: kind.toUpperCase() }),
});

const allItems: readonly SlashItem[] = [
  heading(2),
  heading(3),
  heading(4),
  { id: 'bullets', label: 'Bulleted list', terms: 'unordered ul', shortcut: '-', run: toggleList('bullet_list') },
  { id: 'numbers', label: 'Numbered list', terms: 'ordered ol', shortcut: '1.', run: toggleList('ordered_list') },
  { id: 'tasks', label: 'Task list', terms: 'todo check', shortcut: '[ ]', run: toggleList('bullet_list', false) },
  { id: 'quote', label: 'Quote', terms: 'blockquote citation', shortcut: '>', run: wrapInQuote },
  { id: 'code', label: 'Code block', terms: 'pre fence program', shortcut: '```', run: insertNode(nodes.code_block) },
  { id: 'table', label: 'Table', terms: 'grid rows columns', run: insertTable },
  { id: 'picture', label: 'Image', terms: 'image photo upload file', run: 'picture' },
  { id: 'library', label: 'Image from media library', terms: 'image photo media choose', run: 'media' },
  { id: 'gallery', label: 'Gallery', terms: 'images photos pictures upload', run: 'gallery' },
  { id: 'embed', label: 'Embed', terms: 'card video youtube vimeo github link', run: 'embed' },
  ...calloutKinds.map(callout),
  { id: 'footnote', label: 'Footnote', terms: 'note reference', run: insertFootnote },
  {
    id: 'divider',
    label: 'Divider',
    terms: 'rule line hr',
    shortcut: '---',
    run: insertNode(nodes.horizontal_rule, null, 'after'),
  },
];

/** Returns the items that match a query. */
export function slashItems(query: string): SlashItem[] {
  const search = query.trim().toLowerCase();
  return allItems.filter(({ label, terms: more }) => {
    const prefixes = `${label} ${more}`.toLowerCase().split(' ');
    return search === '' || prefixes.some(term => term.startsWith(search)) || label.toLowerCase().includes(search);
  });
}
