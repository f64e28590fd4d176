import type { List, ListItem, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** The syntax tree of a text: CommonMark with GitHub's tables, footnotes, task lists and strikethrough. */
export function parseTree(markdown: string): Root {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
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
