import type { Nodes, PhrasingContent } from 'mdast';
import { parseMarkdown } from '#ui/editor/parse-markdown.ts';

/**
 * Returns a syntax tree of a text, for comparing what two texts mean. Differences that no reader can see are removed:
 * - positions in the source;
 * - how marks are nested (`**_a_**` and `_**a**_`), where a mark ends and the next of its kind starts (`*a**b*`), and
 *   marks on spaces: inline text is compared as runs, each with its set of marks;
 * - spaces at the ends of lines of inline text, and paragraphs of nothing else;
 * - which item's empty lines make a list loose: the complete list is displayed as loose;
 * - spaces in the labels of references, which are collapsed when definitions are looked up;
 * - line endings, in code and HTML too;
 * - whitespace around a block of HTML, and line breaks inside inline code, which count as spaces;
 * - missing cells at the end of a table row, which every reader adds.
 */
export function normalizeMarkdown(markdown: string): unknown {
  return plain(parseMarkdown(markdown.replaceAll(/\r\n?/g, '\n')));
}

/** Returns the properties of a node that matter for the comparison. */
function described(node: Nodes): object {
  const { position: _position, ...rest } = node;
  return 'label' in rest ? { ...rest, label: rest.label?.replaceAll(/\s+/g, ' ') } : rest;
}

function plain(node: Nodes): unknown {
  const rest = described(node);
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    return { ...rest, children: runsOf(node.children) };
  }
  if (node.type === 'table') {
    const columns = node.children[0]?.children.length ?? 0;
    return {
      ...rest,
      align: Array.from({ length: columns }, (_, column) => node.align?.[column] ?? null),
      children: node.children.map(row => [
        ...row.children.map(plain),
        ...Array.from({ length: Math.max(0, columns - row.children.length) }, () => ({
          type: 'tableCell',
          children: [],
        })),
      ]),
    };
  }
  if (node.type === 'html') return { ...rest, value: node.value.replace(/^[ \t]+|\s+$/g, '') };
  if (!('children' in node)) return rest;
  if (node.type === 'list') {
    const loose = node.spread === true || node.children.some(item => item.spread === true);
    return {
      ...rest,
      spread: loose,
      children: node.children.map(item => ({ ...(plain(item) as object), spread: loose })),
    };
  }
  const children = (node.children as Nodes[]).filter(
    child => child.type !== 'paragraph' || runsOf(child.children).length > 0,
  );
  return { ...rest, children: children.map(plain) };
}

interface Run {
  text: string;
  marks: string[];
}

const MARKS = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference']);

function runsOf(children: readonly PhrasingContent[]): (Run | object)[] {
  const runs = children.flatMap(child => inline(child, []));
  const joined: (Run | object)[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && 'text' in run && 'text' in last && String(last.marks) === String(run.marks)) last.text += run.text;
    else joined.push({ ...run });
  }
  // A space at the end of a mark may be the last character of its line.
  for (const run of joined) if ('text' in run) run.text = run.text.replaceAll(/[ \t]*\n[ \t]*/g, '\n');
  return trimmed(joined);
}

function inline(node: PhrasingContent, marks: readonly string[]): (Run | object)[] {
  if (node.type === 'text') {
    // Only links mark spaces visibly.
    const links = marks.filter(mark => mark.startsWith('{'));
    return node.value
      .replace(/[ \t]*(\r\n|\r|\n)[ \t]*/g, '\n')
      .split(/(\s+)/)
      .filter(Boolean)
      .map(text => ({ text, marks: (text.trim() === '' ? links : [...new Set(marks)]).toSorted() }));
  }
  if (MARKS.has(node.type) && 'children' in node && node.children.length > 0) {
    const { children } = node;
    const { children: _children, ...rest } = described(node) as { children: unknown };
    const own = node.type === 'link' || node.type === 'linkReference' ? JSON.stringify(rest) : node.type;
    return children.flatMap(child => inline(child, [...marks, own]));
  }
  if (node.type === 'break') return [{ break: true }];
  const rest = described(node);
  const value = node.type === 'inlineCode' ? { value: node.value.replaceAll(/\r\n?|\n/g, ' ') } : {};
  return [{ ...rest, ...value, marks: [...new Set(marks)].toSorted() }];
}

/** Removes spaces and line breaks at both ends, and spaces next to line breaks. */
function trimmed(runs: (Run | object)[]): (Run | object)[] {
  const isGap = (run: object | undefined) => run === undefined || 'break' in run;
  const out = runs.map((run, place) => {
    if (!('text' in run)) return run;
    let { text } = run;
    if (isGap(runs[place - 1])) text = text.replace(/^[ \t\n]+/, '');
    if (isGap(runs[place + 1])) text = text.replace(/[ \t\n]+$/, '');
    return { ...run, text };
  });
  const remaining = out.filter(run => !('text' in run) || run.text !== '');
  if (remaining.length < runs.length) return trimmed(remaining);
  while (remaining.length > 0 && isGap(remaining[0])) remaining.shift();
  while (remaining.length > 0 && isGap(remaining.at(-1))) remaining.pop();
  return remaining.length < runs.length ? trimmed(remaining) : remaining;
}
