import type { Association, ImageReference, LinkReference, Nodes, PhrasingContent, RootContent, Table } from 'mdast';
import { normalizeIdentifier } from 'micromark-util-normalize-identifier';
import type { Mark, Node } from 'prosemirror-model';
import { parseMarkdown } from './parse-markdown.ts';
import { parseCalloutKind, type Reference, schema } from './schema.ts';
import { type RawMarkdown, stringifyMarkdown } from './stringify-markdown.ts';

/** A top-level block with its source range. */
export interface SourceBlock {
  readonly node: Node;
  /** Offsets from the start of the first line to the end of the last one, without its line break. */
  readonly start: number;
  readonly end: number;
}

/** Parses Markdown into the editor's blocks. `markdown` has no byte order mark. */
export function parseBlocks(markdown: string): SourceBlock[] {
  let lastEnd = 0;
  return groupBlocks(parseMarkdown(markdown).children, markdown).map((child, index, { length }) => {
    // The parser includes preceding definitions in the range of a multi-line heading.
    const start = findOffset(/\S/, markdown, Math.max(lastEnd, child.position?.start.offset ?? 0));
    // A block left open in a list ends where the next block begins; the empty lines between don't belong to it.
    const trimmedEnd = start + markdown.slice(start, child.position?.end.offset).trimEnd().length;
    const isOpen = index === length - 1 && isOpenCode(child, markdown.slice(start, trimmedEnd));
    lastEnd = isOpen ? markdown.length : findOffset(/[\r\n]/, markdown, trimmedEnd);
    return { node: toBlock(child, markdown), start: findLineStart(markdown, start), end: lastEnd };
  });
}

/** Returns whether a block is code with an unclosed fence, which includes the empty lines to the end of the text. */
function isOpenCode(node: Nodes, trimmed: string): boolean {
  if (node.type !== 'code') return false;
  const [reparsed] = parseMarkdown(trimmed).children;
  return reparsed?.type !== 'code' || reparsed.value !== node.value;
}

/** Returns the offset of the first match at or after `from`; the text's end without one. */
function findOffset(pattern: RegExp, text: string, from: number): number {
  const distance = text.slice(from).search(pattern);
  return distance < 0 ? text.length : from + distance;
}

function findLineStart(text: string, from: number): number {
  let index = from;
  while (index > 0 && !/[\r\n]/.test(text.charAt(index - 1))) index -= 1;
  return index;
}

/** Creates a document from blocks; without any it gets an empty paragraph. */
export function createDocument(nodes: readonly Node[]): Node {
  return schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]);
}

function toBlocks(children: readonly Nodes[], source: string): Node[] {
  return children.length > 0
    ? groupBlocks(children, source).map(child => toBlock(child, source))
    : [schema.node('paragraph')];
}

/**
 * Groups a definition with text that directly follows and begins with HTML: on its own, the text would be parsed as
 * another block.
 */
function groupBlocks(children: readonly Nodes[], source: string): Nodes[] {
  const out: Nodes[] = [];
  for (const child of children) {
    const last = out.at(-1);
    const definition =
      last && child.type === 'paragraph' && child.children[0]?.type === 'html' ? definitionIn(last, source) : undefined;
    const serialized = last && definition !== undefined ? stringifyMarkdown([child as RootContent]).trimEnd() : '';
    if (!last || definition === undefined || parseMarkdown(serialized).children[0]?.type !== 'html') out.push(child);
    else {
      const value = `${definition}\n    ${serialized}`;
      const position = { start: last.position?.start, end: child.position?.end };
      out[out.length - 1] = { type: 'raw', value, position } as RawMarkdown;
    }
  }
  return out;
}

function toBlock(node: Nodes, source: string): Node {
  switch (node.type) {
    case 'paragraph':
      return schema.node('paragraph', null, toInlines(node.children, source));
    case 'heading':
      return schema.node('heading', { level: node.depth }, toInlines(node.children, source));
    case 'thematicBreak':
      return schema.node('horizontal_rule');
    case 'blockquote':
      return toCallout(node.children, source) ?? schema.node('blockquote', null, toBlocks(node.children, source));
    case 'list': {
      const spread = node.spread ?? false;
      const items = node.children.map(item =>
        schema.node(
          'list_item',
          { checked: item.checked ?? null, spread: item.spread ?? false },
          toBlocks(item.children, source),
        ),
      );
      return node.ordered
        ? schema.node('ordered_list', { start: node.start ?? 1, spread }, items)
        : schema.node('bullet_list', { spread }, items);
    }
    case 'code':
      return schema.node('code_block', { lang: node.lang ?? null, meta: node.meta ?? null }, toText(node.value));
    case 'table':
      return toTable(node, source);
    case 'footnoteDefinition':
      return schema.node(
        'footnote_definition',
        { identifier: node.identifier, label: readLabel(node, /^\[\^((?:\\[\s\S]|[^[\]\\])*)\]:/, source) },
        toBlocks(node.children, source),
      );
    case 'html':
      // Surrounding whitespace doesn't belong to the HTML.
      return schema.node('source_block', { kind: 'html' }, toText(node.value.replace(/^[ \t]+|\s+$/g, '')));
    case 'raw':
      return schema.node('source_block', { kind: 'other' }, toText(node.value));
    default: {
      const kind = node.type === 'definition' ? 'definition' : 'other';
      return schema.node(
        'source_block',
        { kind },
        toText(definitionIn(node, source) ?? stringifyMarkdown([node as RootContent]).trimEnd()),
      );
    }
  }
}

/**
 * Returns a definition as written in the source. Multi-line ones may include markers of the blocks around them, so they
 * are serialized again.
 */
function definitionIn(node: Nodes, source: string): string | undefined {
  if (node.type !== 'definition') return undefined;
  const text = source.slice(node.position?.start.offset, node.position?.end.offset);
  if (!/[\r\n]/.test(text)) return text;
  const label = readLabel(node, /^\[((?:\\[\s\S]|[^[\]\\])*)\]:/, source);
  return stringifyMarkdown([node])
    .trimEnd()
    .replace(/^\[(?:\\[\s\S]|[^[\]\\])*\]/, () => `[${label}]`);
}

/** Line breaks are one character here, regardless of the source. */
function toText(value: string): Node[] {
  return value === '' ? [] : [schema.text(value.replaceAll(/\r\n?/g, '\n'))];
}

/**
 * Converts a quote that begins with `[!NOTE]` on its own line, a GitHub callout; escaped as `\[!NOTE]` it is a plain
 * quote.
 */
function toCallout(children: readonly Nodes[], source: string): Node | undefined {
  const [first, ...others] = children;
  if (first?.type !== 'paragraph') return undefined;
  const [opening, ...following] = first.children;
  if (opening?.type !== 'text' || source[opening.position?.start.offset ?? -1] !== '[') return undefined;
  const marker = /^\[!(\w+)\](?:\n|$)/.exec(opening.value);
  if (!marker?.[1] || !parseCalloutKind(marker[1])) return undefined;
  const rest = opening.value.slice(marker[0].length);
  const isBare = rest === '' && !marker[0].endsWith('\n');
  if (isBare && following.length > 0) return undefined;
  const inline = rest === '' ? following : [{ ...opening, value: rest }, ...following];
  const nodes = isBare ? others : [{ ...first, children: inline }, ...others];
  const separated = isBare && others[0]?.type === 'paragraph';
  return schema.node('callout', { marker: marker[1], separated }, toBlocks(nodes, source));
}

/** Converts a table. Short rows are filled up as in all Markdown parsers; tables with longer rows stay as source. */
function toTable(table: Table, source: string): Node {
  const columns = table.children[0]?.children.length ?? 0;
  if (table.children.some(row => row.children.length > columns)) {
    return schema.node('source_block', { kind: 'table' }, toText(stringifyMarkdown([table]).trimEnd()));
  }
  const rows = table.children.map((row, index) =>
    schema.node(
      'table_row',
      null,
      Array.from({ length: columns }, (_, column) =>
        schema.node(
          index === 0 ? 'table_header' : 'table_cell',
          { align: table.align?.[column] ?? null },
          toInlines(row.children[column]?.children ?? [], source),
        ),
      ),
    ),
  );
  return schema.node('table', null, rows);
}

function toInlines(children: readonly Nodes[], source: string, marks: readonly Mark[] = []): Node[] {
  return children.flatMap(child => toInline(child, source, marks));
}

function toInline(node: Nodes, source: string, marks: readonly Mark[]): Node[] {
  const wrap = (children: readonly Nodes[], mark: Mark) =>
    children.length > 0 ? toInlines(children, source, mark.addToSet(marks)) : [toInlineSource(node, marks)];
  switch (node.type) {
    case 'text':
      return toLines(node.value, marks);
    case 'emphasis':
      return wrap(node.children, schema.mark('em'));
    case 'strong':
      return wrap(node.children, schema.mark('strong'));
    case 'delete':
      return wrap(node.children, schema.mark('strike'));
    case 'inlineCode':
      // A line ending in inline code is read as a space (CommonMark 6.1).
      return node.value === ''
        ? []
        : [schema.text(node.value.replaceAll(/\r\n?|\n/g, ' '), schema.mark('code').addToSet(marks))];
    case 'break':
      return [schema.node('hard_break', null, [], marks)];
    case 'link':
      // An autolink inside a link would nest links, which can't be displayed.
      if (hasLink(node)) return [toInlineSource(node, marks)];
      return wrap(node.children, schema.mark('link', { href: node.url, title: node.title ?? null }));
    case 'linkReference':
      if (hasLink(node)) return [toInlineSource(node, marks)];
      return wrap(node.children, schema.mark('link', { reference: toReference(node, source) }));
    case 'image':
      return [toPicture({ src: node.url, title: node.title ?? null, alt: node.alt ?? '' }, marks)];
    case 'imageReference':
      return [toPicture({ reference: toReference(node, source), alt: node.alt ?? '' }, marks)];
    case 'footnoteReference': {
      const label = readLabel(node, /^\[\^([\s\S]*)\]$/, source);
      return [schema.node('footnote_reference', { identifier: node.identifier, label }, [], marks)];
    }
    case 'html':
      return [schema.node('inline_source', { value: node.value.replaceAll(/\r\n?/g, '\n') }, [], marks)];
    default:
      return [toInlineSource(node, marks)];
  }
}

/** A picture without alternative text is assumed to be decorative. */
function toPicture(
  attributes: { alt: string; src?: string; title?: string | null; reference?: Reference },
  marks: readonly Mark[],
) {
  return schema.node('image', { ...attributes, decorative: attributes.alt === '' }, [], marks);
}

function toLines(value: string, marks: readonly Mark[]): Node[] {
  return value
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => [
      ...(index > 0 ? [schema.node('soft_break', null, [], marks)] : []),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ]);
}

function hasLink(node: Nodes): boolean {
  return (
    'children' in node &&
    node.children.some(child => child.type === 'link' || child.type === 'linkReference' || hasLink(child))
  );
}

function toReference(node: LinkReference | ImageReference, source: string): Reference {
  const { identifier, referenceType } = node;
  const pattern = {
    full: /\[((?:\\[\s\S]|[^[\]\\])*)\]$/,
    collapsed: /^!?\[([\s\S]*)\]\[\]$/,
    shortcut: /^!?\[([\s\S]*)\]$/,
  };
  return { identifier, label: readLabel(node, pattern[referenceType], source), referenceType };
}

/** Returns a label as written in the source, since the tree has it unescaped. */
function readLabel(node: Association & Nodes, pattern: RegExp, source: string): string {
  const [, raw = ''] = pattern.exec(source.slice(node.position?.start.offset, node.position?.end.offset)) ?? [];
  // Markers of surrounding blocks also appear between the lines of the label.
  const label = raw.replaceAll(/\s*(?:\r\n?|\n)[\s>]*/g, ' ').trim();
  return normalizeIdentifier(label) === node.identifier.toUpperCase() ? label : (node.label ?? node.identifier);
}

function toInlineSource(node: Nodes, marks: readonly Mark[]): Node {
  const value = stringifyMarkdown([{ type: 'paragraph', children: [node as PhrasingContent] }]).trimEnd();
  return schema.node('inline_source', { value }, [], marks);
}
