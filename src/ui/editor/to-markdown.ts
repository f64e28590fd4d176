import type { AlignType, BlockContent, ListItem, PhrasingContent, RootContent } from 'mdast';
import type { Fragment, Mark, Node } from 'prosemirror-model';
import { parseCalloutKind, type Reference } from './schema.ts';
import { listMarksInLabel } from './stringify-references.ts';
import { TASK_MARKERS, type ListMarkerStyle, stringifyMarkdown } from './stringify-markdown.ts';

/** Serializes one block without a trailing line break; returns an empty string if it has no Markdown form. */
export function stringifyBlock(node: Node, markers: ListMarkerStyle = 'default'): string {
  if (node.type.name === 'source_block') return node.textContent;
  return stringifyMarkdown(toMdastBlocks([node]), markers).replace(/\n$/, '');
}

/** Converts blocks to syntax trees. Empty paragraphs are left out. */
export function toMdastBlocks(nodes: readonly Node[]): RootContent[] {
  return nodes.flatMap(node => toBlocks(node));
}

function toChildren(node: Node): BlockContent[] {
  return toMdastBlocks(node.children) as BlockContent[];
}

function toBlocks(node: Node): RootContent[] {
  const { attrs } = node;
  switch (node.type.name) {
    case 'paragraph': {
      // HTML at the start of a paragraph would be a block; a line break before it keeps it inline.
      const keepsBreaks = node.children.find(child => !isBreak(child))?.type.name === 'inline_source';
      const children = toInlines(node.content, keepsBreaks);
      return children.length > 0 ? [{ type: 'paragraph', children }] : [];
    }
    case 'heading':
      return [{ type: 'heading', depth: attrs.level as 1, children: toInlines(node.content) }];
    case 'horizontal_rule':
      return [{ type: 'thematicBreak' }];
    case 'blockquote':
      return [{ type: 'blockquote', children: toChildren(node) }];
    case 'callout':
      return [{ type: 'blockquote', children: toCallout(node) }];
    case 'bullet_list':
    case 'ordered_list': {
      const ordered = node.type.name === 'ordered_list';
      const start = ordered ? (attrs.start as number) : null;
      return [{ type: 'list', ordered, start, spread: attrs.spread as boolean, children: node.children.map(toItem) }];
    }
    case 'code_block':
      return [{ type: 'code', lang: attrs.lang as string, meta: attrs.meta as string, value: node.textContent }];
    case 'table':
      return [toTable(node)];
    case 'footnote_definition':
      return [{ type: 'footnoteDefinition', ...getLabel(node), children: toChildren(node) }];
    default:
      return node.textContent.trim() === '' ? [] : [{ type: 'raw', value: node.textContent }];
  }
}

function toItem(node: Node): ListItem {
  const children = toChildren(node);
  // Two paragraphs in an item must be separated by an empty line.
  const isSpread = children.some(
    (child, index) => child.type === 'paragraph' && children[index + 1]?.type === 'paragraph',
  );
  // Definitions may precede a task's text.
  const first = node.children.find(child => child.attrs.kind !== 'definition' && toBlocks(child).length > 0);
  const task = first?.type.name === 'paragraph' && node.attrs.checked !== null;
  const paragraph = children.find(child => child.type === 'paragraph');
  if (task && paragraph)
    paragraph.children.unshift({ type: 'raw', value: node.attrs.checked ? TASK_MARKERS.checked : TASK_MARKERS.open });
  return { type: 'listItem', spread: (node.attrs.spread as boolean) || isSpread, children };
}

/** Converts a callout to a quote whose first line is the marker; its `[` must not be escaped. */
function toCallout(node: Node): BlockContent[] {
  const marker = node.attrs.marker as string;
  const opening: PhrasingContent = { type: 'raw', value: `[!${parseCalloutKind(marker) ? marker : 'NOTE'}]` };
  const index = node.children.findIndex(child => toBlocks(child).length > 0);
  const first = node.children[index];
  if (first?.type.name !== 'paragraph' || node.attrs.separated) {
    return [{ type: 'paragraph', children: [opening] }, ...toChildren(node)];
  }
  // Breaks at the start of the text follow the marker, so they are kept.
  const children: PhrasingContent[] = [opening, { type: 'text', value: '\n' }, ...toInlines(first.content, true)];
  return [{ type: 'paragraph', children }, ...(toMdastBlocks(node.children.slice(index + 1)) as BlockContent[])];
}

function toTable(node: Node): RootContent {
  const align = node.firstChild?.children.map(cell => (cell.attrs.align as AlignType | undefined) ?? null) ?? [];
  return {
    type: 'table',
    align,
    children: node.children.map(row => ({
      type: 'tableRow',
      children: row.children.map(cell => ({ type: 'tableCell', children: toInlines(cell.content) })),
    })),
  };
}

function getLabel(node: Node): { identifier: string; label: string } {
  return { identifier: node.attrs.identifier as string, label: node.attrs.label as string };
}

/** A run of inline content: text, an atom, or the content of a link. */
interface InlineRun {
  readonly marks: readonly Mark[];
  readonly make: (outer: readonly Mark[]) => PhrasingContent[];
  readonly blank: boolean;
}

/** Converts inline content to syntax trees. Breaks at its ends are dropped unless they separate something. */
function toInlines(content: Fragment, keepsBreaks = false): PhrasingContent[] {
  const all = content.content;
  const from = all.findIndex(node => !isBreak(node));
  const to = all.findLastIndex(node => !isBreak(node)) + 1;
  const nodes = [
    ...(keepsBreaks && to > 0 ? all.slice(0, from).filter(node => node.type.name === 'hard_break') : []),
    ...(to > 0 ? all.slice(from, to) : []),
  ];
  const trimmed = nodes.flatMap((node, index) => {
    const text = trim(node, endsLine(node, nodes[index - 1]), endsLine(node, nodes[index + 1]));
    return text ? [text] : [];
  });
  return mergeTexts(wrap(splitRuns(trimmed), []));
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

function splitRuns(nodes: readonly Node[]): InlineRun[] {
  const found: InlineRun[] = [];
  for (let index = 0; index < nodes.length; ) {
    const link = nodes[index]?.marks.find(isLink);
    let end = index + 1;
    if (link) while (end < nodes.length && nodes[end]?.marks.some(mark => mark.eq(link))) end += 1;
    const run = nodes.slice(index, end);
    if (link) {
      const inLabel = getLabelMarks(link);
      const common = (run[0]?.marks ?? []).filter(
        mark =>
          !isLink(mark) && !isCode(mark) && !inLabel.has(mark.type.name) && run.every(node => mark.isInSet(node.marks)),
      );
      const inner = run.map(node => toRun(node));
      found.push({ marks: common, blank: false, make: outer => [wrapInLink(link, mergeTexts(wrap(inner, outer)))] });
    } else found.push(...run.flatMap(node => splitWhitespace(node)).map(node => toRun(node)));
    index = end;
  }
  return found;
}

/** Returns the marks that belong to a reference's label and must stay inside its brackets. */
function getLabelMarks(link: Mark): ReadonlySet<string> {
  const reference = link.attrs.reference as Reference | null;
  if (!reference || reference.referenceType === 'full') return new Set();
  const kinds = listMarksInLabel(reference.label ?? reference.identifier);
  return new Set(Object.entries(wrappers).flatMap(([mark, kind]) => (kinds.has(kind) ? [mark] : [])));
}

/** Splits whitespace off the ends of marked text: Markdown can't mark up whitespace. */
function splitWhitespace(node: Node): Node[] {
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(node.text ?? '') ?? [];
  if (!node.isText || node.marks.length === 0 || node.marks.some(isCode) || (before === '' && after === ''))
    return [node];
  return [before, middle, after].filter(Boolean).map(text => node.type.schema.text(text, node.marks));
}

function toRun(node: Node): InlineRun {
  const blank = isBreak(node) || (node.isText && (node.text ?? '').trim() === '' && !node.marks.some(isCode));
  return { marks: node.marks.filter(mark => !isCode(mark) && !isLink(mark)), blank, make: () => [toAtom(node)] };
}

function toAtom(node: Node): PhrasingContent {
  const { attrs } = node;
  switch (node.type.name) {
    case 'soft_break':
      return { type: 'text', value: '\n' };
    case 'hard_break':
      return { type: 'break' };
    case 'inline_source':
      return { type: 'raw', value: attrs.value as string };
    case 'footnote_reference':
      return { type: 'footnoteReference', ...getLabel(node) };
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

function wrapInLink(link: Mark, children: PhrasingContent[]): PhrasingContent {
  const reference = link.attrs.reference as Reference | null;
  if (reference) return { type: 'linkReference', ...reference, children };
  return { type: 'link', url: link.attrs.href as string, title: link.attrs.title as string | null, children };
}

const wrappers = { strong: 'strong', em: 'emphasis', strike: 'delete' } as const;

/** Nests marks around runs, the longest outermost, and excludes whitespace at their ends. */
function wrap(runs: readonly InlineRun[], outer: readonly Mark[]): PhrasingContent[] {
  const out: PhrasingContent[] = [];
  for (let index = 0; index < runs.length; ) {
    const run = runs[index];
    if (!run) break;
    const spans = run.blank
      ? []
      : run.marks.filter(mark => !mark.isInSet(outer)).map(mark => ({ mark, end: findEnd(runs, index, mark) }));
    const widest = spans.toSorted((one, other) => other.end - one.end)[0];
    if (!widest) {
      out.push(...run.make(outer));
      index += 1;
      continue;
    }
    const children = mergeTexts(wrap(runs.slice(index, widest.end), [...outer, widest.mark]));
    out.push({ type: wrappers[widest.mark.type.name as keyof typeof wrappers], children });
    index = widest.end;
  }
  return out;
}

/** Returns the index after the last non-blank run that a mark covers. */
function findEnd(runs: readonly InlineRun[], from: number, mark: Mark): number {
  let end = from;
  for (let index = from; index < runs.length && mark.isInSet(runs[index]?.marks ?? []); index += 1) {
    if (!runs[index]?.blank) end = index + 1;
  }
  return end;
}

/** Merges adjacent texts and adjacent inline code, which would parse as one. */
function mergeTexts(children: readonly PhrasingContent[]): PhrasingContent[] {
  const out: PhrasingContent[] = [];
  for (const child of children) {
    const last = out.at(-1);
    if ((child.type === 'text' || child.type === 'inlineCode') && last?.type === child.type) last.value += child.value;
    else out.push(child);
  }
  return out;
}
