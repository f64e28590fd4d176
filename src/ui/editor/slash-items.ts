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
  readonly words: string;
  /** Markdown shortcut that does the same. */
  readonly sign?: string;
  readonly run: Command | SlashItemPrompt;
}

const heading = (level: number): SlashItem => ({
  id: `heading-${level}`,
  label: `Heading ${level}`,
  words: `h${level} title`,
  sign: '#'.repeat(level),
  run: setBlockType(nodes.heading, { level }),
});

const callout = (kind: CalloutKind): SlashItem => ({
  id: kind,
  label: `${kind[0]?.toUpperCase()}${kind.slice(1)}`,
  words: 'callout alert box aside',
  run: insertNode(nodes.callout, { marker: kind.toUpperCase() }),
});

const all: readonly SlashItem[] = [
  heading(2),
  heading(3),
  heading(4),
  { id: 'bullets', label: 'Bulleted list', words: 'unordered ul', sign: '-', run: toggleList('bullet_list') },
  { id: 'numbers', label: 'Numbered list', words: 'ordered ol', sign: '1.', run: toggleList('ordered_list') },
  { id: 'tasks', label: 'Task list', words: 'todo check', sign: '[ ]', run: toggleList('bullet_list', false) },
  { id: 'quote', label: 'Quote', words: 'blockquote citation', sign: '>', run: wrapInQuote },
  { id: 'code', label: 'Code block', words: 'pre fence program', sign: '```', run: insertNode(nodes.code_block) },
  { id: 'table', label: 'Table', words: 'grid rows columns', run: insertTable },
  { id: 'picture', label: 'Picture', words: 'image photo upload file', run: 'picture' },
  { id: 'library', label: 'Picture from the library', words: 'image photo media choose', run: 'media' },
  { id: 'gallery', label: 'Gallery', words: 'images photos pictures upload', run: 'gallery' },
  { id: 'embed', label: 'Embed', words: 'card video youtube vimeo github link', run: 'embed' },
  ...calloutKinds.map(callout),
  { id: 'footnote', label: 'Footnote', words: 'note reference', run: insertFootnote },
  {
    id: 'divider',
    label: 'Divider',
    words: 'rule line hr',
    sign: '---',
    run: insertNode(nodes.horizontal_rule, null, 'after'),
  },
];

/** Returns the items that match a query. */
export function slashItems(query: string): SlashItem[] {
  const words = query.trim().toLowerCase();
  return all.filter(({ label, words: more }) => {
    const terms = `${label} ${more}`.toLowerCase().split(' ');
    return words === '' || terms.some(term => term.startsWith(words)) || label.toLowerCase().includes(words);
  });
}
