/** Maximum levels of nested lists and quotes. */
const MAX_DEPTH = 50;

/** Maximum length of a run of one symbol. */
const MAX_RUN = 200;

/** Symbols whose long runs take Markdown parsers quadratic time. */
const RUN_SYMBOLS = '*_~`[]!<';

const LIST_MARKER = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/y;
const BLANKS = /[ \t]*/y;
const THEMATIC_BREAK = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;

/**
 * Returns a message that says where Markdown is nested too deeply or repeats a symbol too often, or undefined. Takes
 * linear time for any text.
 */
export function markdownProblem(markdown: string): string | undefined {
  const columns: number[] = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    const run = findLongRun(line);
    if (run) {
      const count = run.length.toLocaleString('en');
      return `Line ${index + 1} has ${count} “${run[0]}” in a row. Use at most ${MAX_RUN}.`;
    }
    if (countNesting(line, columns) > MAX_DEPTH) {
      return `Line ${index + 1} is nested too deeply. Use at most ${MAX_DEPTH} levels of lists and quotes.`;
    }
  }
  return undefined;
}

/** Returns the first run of one symbol that is too long. */
function findLongRun(line: string): string | undefined {
  let start = 0;
  for (let position = 1; position <= line.length; position += 1) {
    if (line[position] === line[start]) continue;
    if (position - start > MAX_RUN && RUN_SYMBOLS.includes(line[start] ?? ' ')) return line.slice(start, position);
    start = position;
  }
  return undefined;
}

/** Returns how many lists and quotes a line is in. Updates `columns`, the columns of the enclosing list items. */
function countNesting(line: string, columns: number[]): number {
  let quotes = 0;
  let position = matchEnd(BLANKS, line, 0);
  if (position === line.length) return 0;
  if (!/[-*+>\d]/.test(line[position] ?? '')) {
    if (position === 0) columns.length = 0;
    return 0;
  }
  if (isThematicBreak(line)) return 0;
  for (;;) {
    if (line[position] === '>') {
      quotes += 1;
      position = matchEnd(BLANKS, line, position + 1);
      continue;
    }
    const after = matchEnd(LIST_MARKER, line, position);
    if (after === position) return columns.length + quotes;
    while ((columns.at(-1) ?? -1) >= position) columns.pop();
    columns.push(position);
    position = matchEnd(BLANKS, line, after);
  }
}

/** Returns where a match of a sticky pattern ends, or `from` if there is none. */
function matchEnd(pattern: RegExp, line: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(line) ? pattern.lastIndex : from;
}

function isThematicBreak(line: string): boolean {
  return THEMATIC_BREAK.test(line) && line.replaceAll(/[ \t]/g, '').length >= 3;
}
