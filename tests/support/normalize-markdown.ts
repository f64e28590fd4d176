import type { Nodes, PhrasingContent } from 'mdast';
import { parseMarkdown } from '#ui/editor/parse-markdown.ts';

/**
 * A text's syntax tree, to compare meanings. What is taken out is what no reader can see:
 * - places in the source;
 * - in which order marks stand around the same words (`**_a_**` and `_**a**_`), where one of the same kind ends and the
 *   next begins (`*a**b*`), and whether a mark holds for blanks: running text is compared as signs with the set of marks
 *   that hold for each;
 * - blanks at the ends of lines of running text, which are never shown, and paragraphs of nothing else;
 * - which item's empty lines make a list a loose one: it is shown loose as a whole;
 * - blanks in the labels of references, which are taken together when definitions are looked up;
 * - by which signs lines end, which is the file's, in code and HTML too;
 * - blanks around a block of HTML, and that a line ends inside code in running text, which reads as a blank;
 * - that a table's row is too short: every reader fills it up.
 */
export function normalizeMarkdown(markdown: string): unknown {
  return plain(parseMarkdown(markdown.replaceAll(/\r\n?/g, '\n')));
}

/** What a node says of itself. */
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
  if (node.type === 'html') return { ...rest, value: node.value.replace(/^ +|\s+$/g, '') };
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
  // A blank at the end of a mark may be the last thing in its line.
  for (const run of joined) if ('text' in run) run.text = run.text.replaceAll(/[ \t]*\n[ \t]*/g, '\n');
  return trimmed(joined);
}

function inline(node: PhrasingContent, marks: readonly string[]): (Run | object)[] {
  if (node.type === 'text') {
    // Blanks carry no marks but links.
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

/** Without blanks and breaks at the ends, and without blanks beside breaks. */
function trimmed(runs: (Run | object)[]): (Run | object)[] {
  const isGap = (run: object | undefined) => run === undefined || 'break' in run;
  const out = runs.map((run, place) => {
    if (!('text' in run)) return run;
    let { text } = run;
    if (isGap(runs[place - 1])) text = text.replace(/^[ \t\n]+/, '');
    if (isGap(runs[place + 1])) text = text.replace(/[ \t\n]+$/, '');
    return { ...run, text };
  });
  const kept = out.filter(run => !('text' in run) || run.text !== '');
  if (kept.length < runs.length) return trimmed(kept);
  while (kept.length > 0 && isGap(kept[0])) kept.shift();
  while (kept.length > 0 && isGap(kept.at(-1))) kept.pop();
  return kept.length < runs.length ? trimmed(kept) : kept;
}
