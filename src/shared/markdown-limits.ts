/** Maximum levels of nested lists and quotes. */
const DEEPEST = 50;

/** Maximum length of a run of one symbol. */
const LONGEST_RUN = 200;

/** Symbols whose long runs take Markdown parsers quadratic time. */
const RUN_SIGNS = '*_~`[]!<';

const LIST_MARKER = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/y;
const BLANKS = /[ \t]*/y;
const THEMATIC_BREAK = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;

/**
 * Returns a message that says where Markdown is nested too deeply or repeats a symbol too often, or undefined. Takes
 * linear time for any text.
 */
export function markdownProblem(markdown: string): string | undefined {
  const places: number[] = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    const run = longRunIn(line);
    if (run) {
      const count = run.length.toLocaleString('en');
      return `Line ${index + 1} has ${count} “${run[0]}” in a row. Use at most ${LONGEST_RUN}.`;
    }
    if (nestingOf(line, places) > DEEPEST) {
      return `Line ${index + 1} is nested too deeply. Use at most ${DEEPEST} levels of lists and quotes.`;
    }
  }
  return undefined;
}

/** Returns the first run of one symbol that is too long. */
function longRunIn(line: string): string | undefined {
  let start = 0;
  for (let at = 1; at <= line.length; at += 1) {
    if (line[at] === line[start]) continue;
    if (at - start > LONGEST_RUN && RUN_SIGNS.includes(line[start] ?? ' ')) return line.slice(start, at);
    start = at;
  }
  return undefined;
}

/** Returns how many lists and quotes a line is in. Updates `places`, the columns of the enclosing list items. */
function nestingOf(line: string, places: number[]): number {
  if (line === '') return 0;
  let quotes = 0;
  let at = end(BLANKS, line, 0);
  if (at === line.length) return 0;
  if (!/[-*+>\d]/.test(line[at] ?? '')) {
    if (at === 0) places.length = 0;
    return 0;
  }
  if (line.length >= 3 && isThematicBreak(line)) return 0;
  for (;;) {
    if (line[at] === '>') {
      quotes += 1;
      at = end(BLANKS, line, at + 1);
      continue;
    }
    const after = end(LIST_MARKER, line, at);
    if (after === at) return places.length + quotes;
    while ((places.at(-1) ?? -1) >= at) places.pop();
    places.push(at);
    at = end(BLANKS, line, after);
  }
}

/** Returns where a match of a sticky pattern ends, or `from` if there is none. */
function end(pattern: RegExp, line: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(line) ? pattern.lastIndex : from;
}

function isThematicBreak(line: string): boolean {
  return THEMATIC_BREAK.test(line) && line.replaceAll(/[ \t]/g, '').length >= 3;
}
