import type { Position } from 'unist';
import type {
  Blockquote,
  FootnoteDefinition,
  ListItem,
  Nodes,
  Parents,
  RootContent,
  Table,
  TableCell,
  Text,
} from 'mdast';
import {
  defaultHandlers,
  type Handle,
  type Info,
  type Join,
  type Options,
  type State,
  toMarkdown,
} from 'mdast-util-to-markdown';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { parseMarkdown } from './parse-markdown.ts';
import { hardBreak, link } from './stringify-links.ts';
import {
  formatFootnoteLabel,
  footnoteReference,
  imageReference,
  isEquivalentMarkdown,
  linkReference,
} from './stringify-references.ts';

/** Tree node with literal Markdown. */
export interface RawMarkdown {
  type: 'raw';
  value: string;
  position?: Position;
}

declare module 'mdast' {
  interface RootContentMap {
    raw: RawMarkdown;
  }
  interface PhrasingContentMap {
    raw: RawMarkdown;
  }
  interface BlockContentMap {
    raw: RawMarkdown;
  }
}

/** List marker style. Adjacent lists of one kind need different markers, or they merge. */
export type ListMarkerStyle = 'default' | 'alternate';

/** Markers at the start of a task. */
export const TASK_MARKERS = { open: '[ ] ', checked: '[x] ' } as const;

const delimiters = { left: ':---', right: '---:', center: ':---:' } as const;

/** Writes tables without padding, so changing a cell changes only one line. */
const table: Handle = (node: Table, _parent, state, info) => {
  const exit = state.enter('table');
  const rows = node.children.map(row => {
    const exitRow = state.enter('tableRow');
    const cells = row.children.map((cell: TableCell) => {
      const exitCell = state.enter('tableCell');
      const exitPhrasing = state.enter('phrasing');
      const text = state.containerPhrasing(cell, { ...info, before: ' ', after: ' ' });
      exitPhrasing();
      exitCell();
      return text === '' ? ' |' : ` ${text} |`;
    });
    exitRow();
    return `|${cells.join('')}`;
  });
  const columns = node.children[0]?.children.length ?? 0;
  const rule = Array.from({ length: columns }, (_, column) => {
    const align = node.align?.[column];
    return ` ${align ? delimiters[align] : '---'} |`;
  });
  exit();
  return [rows[0], `|${rule.join('')}`, ...rows.slice(1)].join('\n');
};

/**
 * Returns whether text after a reference at the start of a line begins with a colon, which would make it a definition.
 */
function makesDefinition(node: Text, parent: Parents | undefined): boolean {
  if ((parent?.type !== 'paragraph' && parent?.type !== 'heading') || !node.value.startsWith(':')) return false;
  const index = parent.children.indexOf(node);
  const [start, reference] = [parent.children[index - 2], parent.children[index - 1]];
  if (reference?.type !== 'footnoteReference' && reference?.type !== 'linkReference') return false;
  return start === undefined || start.type === 'break' || (start.type === 'text' && /[\r\n]$/.test(start.value));
}

/** Increments list numbers while they fit the limit of nine digits. */
const listItem: Handle = (node: ListItem, parent: Parents | undefined, state, info) => {
  const { options } = state;
  const isTooFar = parent?.type === 'list' && (parent.start ?? 0) + parent.children.length > 1_000_000_000;
  state.options = { ...options, incrementListMarker: !isTooFar };
  const output = defaultHandlers.listItem(node, parent, state, info);
  state.options = options;
  return output;
};

/**
 * Starts a quote with an empty line if it couldn't interrupt the paragraph before it: one that begins with an empty
 * item or a number other than one.
 */
const blockquote: Handle = (node: Blockquote, parent: Parents | undefined, state, info) => {
  const output = defaultHandlers.blockquote(node, parent, state, info);
  if (parent?.type !== 'listItem' || parent.spread) return output;
  const before = parent.children[parent.children.indexOf(node) - 1];
  return before?.type === 'paragraph' && cannotInterrupt(node) ? `>\n${output}` : output;
};

/** Returns whether a block begins with a list that can't interrupt a paragraph. */
function cannotInterrupt(node: Nodes): boolean {
  if (node.type !== 'blockquote' && node.type !== 'list') return false;
  const [first] = node.children;
  if (node.type === 'blockquote') return first !== undefined && cannotInterrupt(first);
  const [firstBlock] = first?.type === 'listItem' ? first.children : [];
  return (node.ordered === true && node.start !== 1) || firstBlock === undefined || cannotInterrupt(firstBlock);
}

/** The parser removes the indent of a footnote's lines, but not that of blank lines. */
const footnoteDefinition: Handle = (node: FootnoteDefinition, _parent, state, info) => {
  const exit = state.enter('footnoteDefinition');
  const text = state.indentLines(state.containerFlow(node, info), (line, index) =>
    index === 0 || line.trim() === '' ? line : `    ${line}`,
  );
  exit();
  return `[^${formatFootnoteLabel(node)}]:${text === '' ? '' : ` ${text}`}`;
};

/** Returns whether the HTML interrupts a paragraph; all else needs an empty line after one. */
function endsParagraph({ value }: RawMarkdown): boolean {
  return parseMarkdown(`a\n${value}`).children[0]?.position?.end.line === 1;
}

/** Returns whether a block would absorb the next line: HTML up to an empty line, and tables with text. */
function takesNextLine({ value }: RawMarkdown, next: Nodes): boolean {
  const samples = { paragraph: 'a', raw: 'value' in next ? next.value : '' };
  const line = next.type === 'paragraph' || next.type === 'raw' ? samples[next.type] : '# a';
  const kinds = (text: string) =>
    parseMarkdown(text)
      .children.map(({ type }) => type)
      .join();
  return kinds(`${value}\n${line}`) !== `${kinds(value)},${kinds(line)}`;
}

/** Returns the number of empty lines between two blocks in cases that the library doesn't handle. */
const emptyLines: Join = (left, right, parent) => {
  if (parent.type === 'listItem' && isBeforeBox(parent.children, right)) return 0;
  if (left.type === 'paragraph' && right.type === 'raw' && !endsParagraph(right)) return 1;
  return left.type === 'raw' && takesNextLine(left, right) ? 1 : undefined;
};

/**
 * Returns whether a block precedes a task's checkbox: only definitions without empty lines may come before its
 * paragraph.
 */
function isBeforeBox(children: readonly Nodes[], block: Nodes): boolean {
  const task = children.find(child => child.type !== 'raw');
  const [box] = task?.type === 'paragraph' ? task.children : [];
  if (!task || box?.type !== 'raw' || !(Object.values(TASK_MARKERS) as string[]).includes(box.value)) return false;
  return children.indexOf(block) <= children.indexOf(task);
}

/**
 * Writes inline source. Indented, HTML at the start of a line can't end the paragraph. The parser strips up to three
 * spaces from line starts inside HTML, so they are added.
 */
function writeInline(node: RawMarkdown, before: string): string {
  const value = node.value.replaceAll(/(\r\n?|\n)(?=[ \t])/g, '$1   ');
  return before.endsWith('\n') && endsParagraph(node) ? `    ${value}` : value;
}

/** Escapes text line by line, since the library escapes only one of two bullets on consecutive lines. */
function escapeText(text: string, state: State, info: Info): string {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      state.safe(line, {
        ...info,
        before: index === 0 ? info.before : '\n',
        after: index === last ? info.after : '\n',
      }),
    )
    .join('\n');
}

function optionsFor(plain: ReadonlySet<Text>, markers: ListMarkerStyle): Options {
  const isDefault = markers === 'default';
  return {
    bullet: isDefault ? '-' : '*',
    bulletOther: isDefault ? '*' : '-',
    bulletOrdered: isDefault ? '.' : ')',
    emphasis: '*',
    strong: '*',
    fences: true,
    listItemIndent: 'one',
    quote: '"',
    // The library changes a list's bullet if it equals the thematic break's character, so use another one.
    rule: '_',
    join: [emptyLines],
    extensions: [gfmToMarkdown()],
    handlers: {
      blockquote,
      break: hardBreak,
      footnoteDefinition,
      footnoteReference,
      imageReference,
      link,
      linkReference,
      listItem,
      table,
      thematicBreak: (_node, _parent, state) => (state.bulletCurrent === '*' ? '___' : '***'),
      raw: (node: RawMarkdown, _parent, state, info) =>
        state.stack.includes('phrasing') ? writeInline(node, info.before) : node.value,
      text: (node: Text, parent, state, info) => {
        const value = plain.has(node) ? node.value : escapeText(node.value, state, info);
        return !plain.has(node) && makesDefinition(node, parent) ? `\\${value}` : value;
      },
    },
  };
}

function write(children: readonly Nodes[], plain: ReadonlySet<Text>, markers: ListMarkerStyle): string {
  return toMarkdown({ type: 'root', children: children as RootContent[] }, optionsFor(plain, markers));
}

const noTexts: ReadonlySet<Text> = new Set();

/**
 * Serializes blocks in the site's style. The library escapes every character that might be syntax, so paragraphs are
 * first written unescaped and kept that way if they parse the same.
 */
export function stringifyMarkdown(children: readonly RootContent[], markers: ListMarkerStyle = 'default'): string {
  const safe = write(children, noTexts, markers);
  const plain = new Set<Text>();
  for (const child of children) collectPlain(child, plain);
  if (plain.size === 0) return safe;
  const raw = write(children, plain, markers);
  return raw === safe || isEquivalentMarkdown(raw, safe, children) ? raw : safe;
}

/** Collects the texts of paragraphs, headings and cells that parse the same without escaping. */
function collectPlain(node: Nodes, plain: Set<Text>): void {
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    const texts = collectTexts(node);
    // Text in brackets may reference a definition elsewhere.
    if (texts.length === 0 || texts.some(({ value }) => /[[\]]/.test(value))) return;
    const children = node.type === 'tableCell' ? [asTable(node)] : [node];
    const safe = write(children, noTexts, 'default');
    const raw = write(children, new Set(texts), 'default');
    if (raw !== safe && isEquivalentMarkdown(raw, safe, children)) for (const text of texts) plain.add(text);
    return;
  }
  if ('children' in node) for (const child of node.children) collectPlain(child, plain);
}

function asTable(cell: TableCell): Table {
  return { type: 'table', children: [{ type: 'tableRow', children: [cell] }] };
}

function collectTexts(node: Nodes): Text[] {
  if (node.type === 'text') return [node];
  return 'children' in node ? node.children.flatMap(child => collectTexts(child)) : [];
}
