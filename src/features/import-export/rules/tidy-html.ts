import type { Element, ElementContent, Root, RootContent } from 'hast';
import { createElement, isBlank } from '#platform/text/elements.ts';

/** Prepares HTML for its conversion to Markdown. */
export function tidyHtml(tree: Root): void {
  removeEmpty(tree);
  moveInlineIntoBlocks(tree);
  flattenCells(tree);
}

/** Inline elements without effect if empty; synonyms are mapped to one name. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...'strong em u mark sub sup del code kbd abbr a q cite samp var ins'.split(' ').map(tag => [tag, tag] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['tt', 'code'],
]);

/** Blocks without equivalent in Markdown but for their content. */
export const PLAIN_BLOCKS: readonly string[] =
  'address article aside center details div fieldset figure footer form header main nav section'.split(' ');

/** Blocks that have no effect if empty, other than to separate the text around them. */
const CAN_SEPARATE = new Set([...PLAIN_BLOCKS, 'dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Removes everything without effect: links without a target (their text stays), nested equal marks, empty marks, and
 * pictures without URL. Captions become paragraphs in italics, and empty blocks empty paragraphs.
 */
function removeEmpty(node: Root | Element, within: ReadonlySet<string> = new Set()): void {
  const children: readonly RootContent[] = node.children;
  node.children = children.flatMap((child): ElementContent[] => {
    if (child.type === 'doctype') return [];
    if (child.type !== 'element') return [child];
    const mark = MARKS.get(child.tagName);
    const isRepeated = mark !== undefined && within.has(mark);
    removeEmpty(child, isRepeated ? within : new Set([...within, mark ?? child.tagName]));
    if (isRepeated || (INLINE.has(child.tagName) && child.children.every(isBlank))) return child.children;
    if (child.tagName === 'a' && !child.properties.href) return child.children;
    if (child.tagName === 'img' && !child.properties.src) return [];
    if (child.tagName === 'figcaption') return [captionOf(child)];
    // The serializer would drop an empty block and join the text around it.
    if (CAN_SEPARATE.has(child.tagName) && child.children.every(isBlank)) child.tagName = 'p';
    // The serializer takes "details" for an inline element.
    else if (PLAIN_BLOCKS.includes(child.tagName)) child.tagName = 'div';
    // The text of a code block would not start a line at a table.
    else if (child.tagName === 'table' && within.has('pre')) child.tagName = 'div';
    return [child];
  });
}

function captionOf({ children }: Element): Element {
  return createElement('div', {}, [createElement('em', {}, children)]);
}

/** Elements that mark words and must not contain blocks in Markdown. */
const INLINE = new Set(
  'a abbr b big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);

/** Blocks, as far as the parser can find them inside inline elements. */
const BLOCKS = new Set(
  'address article aside blockquote center details dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** Blocks without running text. */
const CLOSED = new Set(['pre', 'hr']);

/**
 * Moves inline elements that contain blocks into these blocks: `<b><p>One</p><h2>Two</h2></b>` becomes a bold paragraph
 * and a bold heading rather than one line.
 */
function moveInlineIntoBlocks(tree: Root | Element): void {
  const withBlocks = new Set<Element>();
  collectWithBlocks(tree, withBlocks);
  if (withBlocks.size > 0) tree.children = moveInside(tree.children, [], withBlocks);
}

/** Headings contain only text; other blocks inside end them. */
const HEADING = /^h[1-6]$/;
/** Blocks inside a heading whose text belongs to the heading. */
const OF_HEADING = /^(?:p|div|section|article|header|center|span|h[1-6])$/;

/** Collects inline elements and headings that contain a block; returns whether the node contains one. */
function collectWithBlocks(node: Root | Element, found: Set<Element>): boolean {
  let hasBlock = false;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const inside = collectWithBlocks(child, found);
    if (inside && (INLINE.has(child.tagName) || HEADING.test(child.tagName))) found.add(child);
    hasBlock ||= inside || BLOCKS.has(child.tagName);
  }
  return hasBlock;
}

/** Returns the children with the inline elements `around` them moved inside as far as needed. */
function moveInside(
  children: readonly RootContent[],
  around: readonly Element[],
  withBlocks: ReadonlySet<Element>,
): ElementContent[] {
  const out: ElementContent[] = [];
  let run: ElementContent[] = [];
  const endRun = () => {
    if (run.length > 0) out.push(...wrapped(run, around));
    run = [];
  };
  for (const child of children) {
    if (child.type === 'doctype') continue;
    if (child.type !== 'element') run.push(child);
    else if (withBlocks.has(child) && HEADING.test(child.tagName)) {
      endRun();
      out.push(...headingsOf(child, moveInside(child.children, around, withBlocks)));
    } else if (withBlocks.has(child)) {
      endRun();
      // Don't nest the same element twice.
      const isNew = around.every(({ tagName }) => tagName !== child.tagName);
      out.push(...moveInside(child.children, isNew ? [...around, child] : around, withBlocks));
    } else if (!BLOCKS.has(child.tagName)) {
      if (!INLINE.has(child.tagName)) child.children = moveInside(child.children, [], withBlocks);
      run.push(child);
    } else {
      endRun();
      if (!CLOSED.has(child.tagName)) child.children = moveInside(child.children, around, withBlocks);
      out.push(child);
    }
  }
  endRun();
  return out;
}

/** Returns a heading for each run of text, and the blocks between them. */
function headingsOf(heading: Element, children: readonly ElementContent[]): ElementContent[] {
  const out: ElementContent[] = [];
  let run: ElementContent[] = [];
  const endRun = () => {
    if (!run.every(isBlank)) out.push({ ...heading, children: run });
    run = [];
  };
  for (const child of children) {
    if (child.type !== 'element' || !BLOCKS.has(child.tagName)) {
      run.push(child);
      continue;
    }
    endRun();
    out.push(...(OF_HEADING.test(child.tagName) ? headingsOf(heading, child.children) : [child]));
  }
  endRun();
  return out;
}

/** Wraps text in copies of elements; spaces between blocks stay unwrapped. */
function wrapped(run: ElementContent[], around: readonly Element[]): ElementContent[] {
  if (run.every(node => node.type === 'comment' || isBlank(node))) return run;
  return around.reduceRight<ElementContent[]>((inner, element) => [{ ...element, children: inner }], run);
}

/** Converts blocks in table cells, which Markdown doesn't support, to text with line breaks. */
function flattenCells(node: Root | Element): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'td' || child.tagName === 'th') child.children = joined(inlineParts(child.children));
    else flattenCells(child);
  }
}

const isBreak = (node: ElementContent | undefined) => node?.type === 'element' && node.tagName === 'br';

/** Inline code, which is a single line in a cell and contains only text. */
const CODE = new Set(['code', 'kbd', 'samp']);

function inlineParts(children: readonly ElementContent[], within: 'text' | 'pre' | 'code' = 'text'): ElementContent[] {
  return children.flatMap(child => {
    if (child.type === 'text' && within !== 'text') return linesOf(child.value);
    if (child.type !== 'element') return [child];
    const { tagName } = child;
    if (CODE.has(tagName) && within !== 'code') return codePerLine(child, inlineParts(child.children, 'code'));
    const parts = inlineParts(child.children, tagName === 'pre' ? 'pre' : within);
    if (BLOCKS.has(tagName)) return [createElement('br', {}, []), ...parts, createElement('br', {}, [])];
    return within === 'code' && !isBreak(child) ? parts : [{ ...child, children: joined(parts) }];
  });
}

function linesOf(text: string): ElementContent[] {
  return text.split('\n').flatMap((value, index) => {
    const line = { type: 'text' as const, value };
    return index > 0 ? [createElement('br', {}, []), line] : [line];
  });
}

/** Returns an element for each line of code, with the line breaks between them. */
function codePerLine(code: Element, parts: readonly ElementContent[]): ElementContent[] {
  const out: ElementContent[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (isBreak(part)) out.push(part);
    else if (last?.type === 'element' && !isBreak(last)) last.children.push(part);
    else if (!isBlank(part)) out.push({ ...code, children: [part] });
  }
  return out;
}

/** Keeps one line break between parts with text, and none at the ends. */
function joined(parts: readonly ElementContent[]): ElementContent[] {
  if (!parts.some(isBreak)) return [...parts];
  const out: ElementContent[] = [];
  for (const part of parts) {
    if (isBreak(part) ? out.length > 0 && !isBreak(out.at(-1)) : !(isBlank(part) && isBreak(out.at(-1))))
      out.push(part);
  }
  while (out.length > 0 && (isBreak(out.at(-1)) || isBlank(out.at(-1) as ElementContent))) out.pop();
  return out;
}
