import type { AlignType, BlockContent, ListItem, PhrasingContent, RootContent } from 'mdast';
import type { Fragment, Mark, Node } from 'prosemirror-model';
import { parseCalloutKind, type Reference } from './schema.ts';
import { listMarksInLabel } from './stringify-references.ts';
import { TASK_MARKERS, type ListMarkerStyle, stringifyMarkdown } from './stringify-markdown.ts';

/** Serializes one block without a trailing line break; returns an empty string if it has no Markdown form. */
export function stringifyBlock(node: Node, marks: ListMarkerStyle = 'default'): string {
  if (node.type.name === 'source_block') return node.textContent;
  return stringifyMarkdown(toMdastBlocks([node]), marks).replace(/\n$/, '');
}

/** Converts blocks to syntax trees. Empty paragraphs are left out. */
export function toMdastBlocks(nodes: readonly Node[]): RootContent[] {
  return nodes.flatMap(node => block(node));
}

function inside(node: Node): BlockContent[] {
  return toMdastBlocks(node.children) as BlockContent[];
}

function block(node: Node): RootContent[] {
  const { attrs } = node;
  switch (node.type.name) {
    case 'paragraph': {
      // HTML at the start of a paragraph would be a block; a line break before it keeps it inline.
      const keepsBreaks = node.children.find(child => !isBreak(child))?.type.name === 'inline_source';
      const children = inlines(node.content, keepsBreaks);
      return children.length > 0 ? [{ type: 'paragraph', children }] : [];
    }
    case 'heading':
      return [{ type: 'heading', depth: attrs.level as 1, children: inlines(node.content) }];
    case 'horizontal_rule':
      return [{ type: 'thematicBreak' }];
    case 'blockquote':
      return [{ type: 'blockquote', children: inside(node) }];
    case 'callout':
      return [{ type: 'blockquote', children: callout(node) }];
    case 'bullet_list':
    case 'ordered_list': {
      const ordered = node.type.name === 'ordered_list';
      const start = ordered ? (attrs.start as number) : null;
      return [{ type: 'list', ordered, start, spread: attrs.spread as boolean, children: node.children.map(item) }];
    }
    case 'code_block':
      return [{ type: 'code', lang: attrs.lang as string, meta: attrs.meta as string, value: node.textContent }];
    case 'table':
      return [table(node)];
    case 'footnote_definition':
      return [{ type: 'footnoteDefinition', ...labelOf(node), children: inside(node) }];
    default:
      return node.textContent.trim() === '' ? [] : [{ type: 'written', value: node.textContent }];
  }
}

function item(node: Node): ListItem {
  const children = inside(node);
  // Two paragraphs in an item must be separated by an empty line.
  const isParted = children.some(
    (child, place) => child.type === 'paragraph' && children[place + 1]?.type === 'paragraph',
  );
  // Definitions may precede a task's text.
  const first = node.children.find(child => child.attrs.kind !== 'definition' && block(child).length > 0);
  const task = first?.type.name === 'paragraph' && node.attrs.checked !== null;
  const words = children.find(child => child.type === 'paragraph');
  if (task && words)
    words.children.unshift({ type: 'written', value: node.attrs.checked ? TASK_MARKERS.checked : TASK_MARKERS.open });
  return { type: 'listItem', spread: (node.attrs.spread as boolean) || isParted, children };
}

/** Converts a callout to a quote whose first line is the marker; its `[` must not be escaped. */
function callout(node: Node): BlockContent[] {
  const marker = node.attrs.marker as string;
  const opening: PhrasingContent = { type: 'written', value: `[!${parseCalloutKind(marker) ? marker : 'NOTE'}]` };
  const place = node.children.findIndex(child => block(child).length > 0);
  const first = node.children[place];
  if (first?.type.name !== 'paragraph' || node.attrs.apart) {
    return [{ type: 'paragraph', children: [opening] }, ...inside(node)];
  }
  // Breaks at the start of the text follow the marker, so they are kept.
  const children: PhrasingContent[] = [opening, { type: 'text', value: '\n' }, ...inlines(first.content, true)];
  return [{ type: 'paragraph', children }, ...(toMdastBlocks(node.children.slice(place + 1)) as BlockContent[])];
}

function table(node: Node): RootContent {
  const align = node.firstChild?.children.map(cell => (cell.attrs.align as AlignType | undefined) ?? null) ?? [];
  return {
    type: 'table',
    align,
    children: node.children.map(row => ({
      type: 'tableRow',
      children: row.children.map(cell => ({ type: 'tableCell', children: inlines(cell.content) })),
    })),
  };
}

function labelOf(node: Node): { identifier: string; label: string } {
  return { identifier: node.attrs.identifier as string, label: node.attrs.label as string };
}

/** A run of inline content: text, an atom, or the content of a link. */
interface Stretch {
  readonly marks: readonly Mark[];
  readonly make: (within: readonly Mark[]) => PhrasingContent[];
  readonly blank: boolean;
}

/** Converts inline content to syntax trees. Breaks at its ends are dropped unless they separate something. */
function inlines(content: Fragment, keepsBreaks = false): PhrasingContent[] {
  const all = content.content;
  const from = all.findIndex(node => !isBreak(node));
  const to = all.findLastIndex(node => !isBreak(node)) + 1;
  const nodes = [
    ...(keepsBreaks && to > 0 ? all.slice(0, from).filter(node => node.type.name === 'hard_break') : []),
    ...(to > 0 ? all.slice(from, to) : []),
  ];
  const trimmed = nodes.flatMap((node, place) => {
    const text = trim(node, endsLine(node, nodes[place - 1]), endsLine(node, nodes[place + 1]));
    return text ? [text] : [];
  });
  return merged(wrap(stretches(trimmed), []));
}

function isBreak(node: Node | undefined): boolean {
  return node?.type.name === 'hard_break' || node?.type.name === 'soft_break';
}

/** Returns whether a line ends between a text and its neighbor; a link's bracket separates it from a break outside. */
function endsLine(node: Node, neighbor: Node | undefined): boolean {
  if (!neighbor) return true;
  const link = neighbor.marks.find(isLink);
  return isBreak(neighbor) && (link === undefined || link.isInSet(node.marks));
}

/** Trims whitespace at line ends, which isn't displayed and would be escaped. */
function trim(node: Node, atStart: boolean, atEnd: boolean): Node | null {
  if (!node.isText || !node.text || node.marks.some(isCode)) return node;
  let text = node.text;
  if (atStart) text = text.replace(/^[ \t]+/, '');
  if (atEnd) text = text.replace(/[ \t]+$/, '');
  if (text === node.text) return node;
  return text === '' ? null : node.type.schema.text(text, node.marks);
}

const isCode = (mark: Mark) => mark.type.name === 'code';
const isLink = (mark: Mark) => mark.type.name === 'link';

function stretches(nodes: readonly Node[]): Stretch[] {
  const found: Stretch[] = [];
  for (let place = 0; place < nodes.length; ) {
    const link = nodes[place]?.marks.find(isLink);
    let end = place + 1;
    if (link) while (end < nodes.length && nodes[end]?.marks.some(mark => mark.eq(link))) end += 1;
    const run = nodes.slice(place, end);
    if (link) {
      const within = marksInside(link);
      const common = (run[0]?.marks ?? []).filter(
        mark =>
          !isLink(mark) && !isCode(mark) && !within.has(mark.type.name) && run.every(node => mark.isInSet(node.marks)),
      );
      const inner = run.map(node => leaf(node));
      found.push({ marks: common, blank: false, make: around => [linkAround(link, merged(wrap(inner, around)))] });
    } else found.push(...run.flatMap(node => parted(node)).map(node => leaf(node)));
    place = end;
  }
  return found;
}

/** Returns the marks that belong to a reference's label and must stay inside its brackets. */
function marksInside(link: Mark): ReadonlySet<string> {
  const reference = link.attrs.reference as Reference | null;
  if (!reference || reference.referenceType === 'full') return new Set();
  const kinds = listMarksInLabel(reference.label ?? reference.identifier);
  return new Set(Object.entries(wrappers).flatMap(([mark, kind]) => (kinds.has(kind) ? [mark] : [])));
}

/** Splits whitespace off the ends of marked text: marks around whitespace can't be written. */
function parted(node: Node): Node[] {
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(node.text ?? '') ?? [];
  if (!node.isText || node.marks.length === 0 || node.marks.some(isCode) || (before === '' && after === ''))
    return [node];
  return [before, middle, after].filter(Boolean).map(text => node.type.schema.text(text, node.marks));
}

function leaf(node: Node): Stretch {
  const blank = isBreak(node) || (node.isText && (node.text ?? '').trim() === '' && !node.marks.some(isCode));
  return { marks: node.marks.filter(mark => !isCode(mark) && !isLink(mark)), blank, make: () => [atom(node)] };
}

function atom(node: Node): PhrasingContent {
  const { attrs } = node;
  switch (node.type.name) {
    case 'soft_break':
      return { type: 'text', value: '\n' };
    case 'hard_break':
      return { type: 'break' };
    case 'inline_source':
      return { type: 'written', value: attrs.value as string };
    case 'footnote_reference':
      return { type: 'footnoteReference', ...labelOf(node) };
    case 'image': {
      const alt = attrs.alt as string;
      const reference = attrs.reference as Reference | null;
      if (reference) return { type: 'imageReference', alt, ...reference };
      return { type: 'image', url: attrs.src as string, title: attrs.title as string | null, alt };
    }
    default: {
      const value = node.text ?? '';
      return node.marks.some(isCode) ? { type: 'inlineCode', value } : { type: 'text', value };
    }
  }
}

function linkAround(link: Mark, children: PhrasingContent[]): PhrasingContent {
  const reference = link.attrs.reference as Reference | null;
  if (reference) return { type: 'linkReference', ...reference, children };
  return { type: 'link', url: link.attrs.href as string, title: link.attrs.title as string | null, children };
}

const wrappers = { strong: 'strong', em: 'emphasis', strike: 'delete' } as const;

/** Nests marks around runs, the longest outermost, and excludes whitespace at their ends. */
function wrap(row: readonly Stretch[], within: readonly Mark[]): PhrasingContent[] {
  const out: PhrasingContent[] = [];
  for (let place = 0; place < row.length; ) {
    const stretch = row[place];
    if (!stretch) break;
    const reaches = stretch.blank
      ? []
      : stretch.marks.filter(mark => !mark.isInSet(within)).map(mark => ({ mark, end: reach(row, place, mark) }));
    const widest = reaches.toSorted((one, other) => other.end - one.end)[0];
    if (!widest) {
      out.push(...stretch.make(within));
      place += 1;
      continue;
    }
    const children = merged(wrap(row.slice(place, widest.end), [...within, widest.mark]));
    out.push({ type: wrappers[widest.mark.type.name as keyof typeof wrappers], children });
    place = widest.end;
  }
  return out;
}

/** Returns the index after the last non-blank run that a mark covers. */
function reach(row: readonly Stretch[], from: number, mark: Mark): number {
  let end = from;
  for (let place = from; place < row.length && mark.isInSet(row[place]?.marks ?? []); place += 1) {
    if (!row[place]?.blank) end = place + 1;
  }
  return end;
}

/** Merges adjacent texts and adjacent inline code, which would parse as one. */
function merged(children: readonly PhrasingContent[]): PhrasingContent[] {
  const out: PhrasingContent[] = [];
  for (const child of children) {
    const last = out.at(-1);
    if ((child.type === 'text' || child.type === 'inlineCode') && last?.type === child.type) last.value += child.value;
    else out.push(child);
  }
  return out;
}
