import type { List, ListItem, Nodes, Paragraph, Root } from 'mdast';
import { type CompileContext, type Extension, fromMarkdown, type Token } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { htmlFlow } from 'micromark-core-commonmark';
import { gfm } from 'micromark-extension-gfm';
import type { Construct } from 'micromark-util-types';

/** HTML on a lazy continuation line: only HTML that can interrupt a paragraph ends it there. */
const html: Construct = {
  ...htmlFlow,
  name: 'html',
  tokenize(effects, ok, nok) {
    const parser = Object.create(this.parser, { lazy: { value: {} } }) as typeof this.parser;
    const context = Object.create(this, { parser: { value: parser } }) as typeof this;
    return htmlFlow.tokenize.call(context, effects, ok, nok);
  },
};

const extensions = [gfm(), { flow: { 60: html }, disable: { null: ['htmlFlow'] } }];
const mdastExtensions = [
  gfmFromMarkdown(),
  { exit: { taskListCheckValueChecked: readCheckbox, taskListCheckValueUnchecked: readCheckbox } } satisfies Extension,
];

/** Reads a task's checkbox. The parser also accepts one in a later paragraph, where it is plain text. */
function readCheckbox(this: CompileContext, token: Token): void {
  const item = this.stack.at(-2);
  const marker = this.sliceSerialize(token);
  const paragraph = this.stack.at(-1) as Paragraph;
  if (item?.type === 'listItem' && item.children.every(child => child === paragraph || child.type === 'definition')) {
    item.checked = marker.trim() !== '';
    return;
  }
  const start = paragraph.position?.start ?? token.start;
  const value = `[${marker}]`;
  paragraph.children.push({ type: 'text', value, position: { start: { ...start }, end: { ...token.end } } });
}

/** Parses CommonMark with GitHub's tables, footnotes, task lists and strikethrough. */
export function parseMarkdown(markdown: string): Root {
  const tree = fromMarkdown(markdown, { extensions, mdastExtensions });
  setListSpread(tree);
  return tree;
}

/** Returns a syntax tree without positions as text, for comparison. */
export function withoutPositions(tree: unknown): string {
  return JSON.stringify(tree, (key, value: unknown) => (key === 'position' ? undefined : value));
}

/**
 * Sets `spread` of lists and items by their lines: the parser also counts empty lines after a list, at the end of a
 * footnote or before an empty item.
 */
function setListSpread(node: Nodes): void {
  if (!('children' in node)) return;
  if (node.type === 'list' || node.type === 'listItem') node.spread = hasEmptyLine(node);
  for (const child of node.children) setListSpread(child);
}

function hasEmptyLine({ children }: List | ListItem): boolean {
  return children.some((child, index) => {
    const next = children[index + 1]?.position?.start.line;
    return next !== undefined && next - lastLine(child) > 1;
  });
}

/** Returns the last line of a block's content; the position of some blocks includes the empty line after them. */
function lastLine(node: Nodes): number {
  const last = 'children' in node ? node.children.at(-1) : undefined;
  return last ? lastLine(last) : (node.position?.end.line ?? 0);
}
