import type { List, ListItem, Nodes, Paragraph, Root } from 'mdast';
import { type CompileContext, type Extension, fromMarkdown, type Token } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { htmlFlow } from 'micromark-core-commonmark';
import { gfm } from 'micromark-extension-gfm';
import type { Construct } from 'micromark-util-types';

/** A line that goes on with a paragraph further out than it began: only HTML of known blocks ends the paragraph there, too. */
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
  { exit: { taskListCheckValueChecked: readBox, taskListCheckValueUnchecked: readBox } } satisfies Extension,
];

/** Reads the box of a task. The parser also sees one where an item ended before it; there it is but text. */
function readBox(this: CompileContext, token: Token): void {
  const item = this.stack.at(-2);
  const sign = this.sliceSerialize(token);
  const paragraph = this.stack.at(-1) as Paragraph;
  if (item?.type === 'listItem' && item.children.every(child => child === paragraph || child.type === 'definition')) {
    item.checked = sign.trim() !== '';
    return;
  }
  const start = paragraph.position?.start ?? token.start;
  const value = `[${sign}]`;
  paragraph.children.push({ type: 'text', value, position: { start: { ...start }, end: { ...token.end } } });
}

/** The syntax tree of a text: CommonMark with GitHub's tables, footnotes, task lists and strikethrough. */
export function parseMarkdown(markdown: string): Root {
  const tree = fromMarkdown(markdown, { extensions, mdastExtensions });
  judgeLists(tree);
  return tree;
}

/**
 * Says by their lines which lists and items have empty lines in them: the parser also counts one that comes after a
 * list, where a footnote ends or an empty item begins.
 */
function judgeLists(node: Nodes): void {
  if (!('children' in node)) return;
  if (node.type === 'list' || node.type === 'listItem') node.spread = hasEmptyLine(node);
  for (const child of node.children) judgeLists(child);
}

function hasEmptyLine({ children }: List | ListItem): boolean {
  return children.some((child, place) => {
    const next = children[place + 1]?.position?.start.line;
    return next !== undefined && next - lastLine(child) > 1;
  });
}

/** The line where the last thing in a block ends: some blocks say that they end after the empty line behind them. */
function lastLine(node: Nodes): number {
  const last = 'children' in node ? node.children.at(-1) : undefined;
  return last ? lastLine(last) : (node.position?.end.line ?? 0);
}
