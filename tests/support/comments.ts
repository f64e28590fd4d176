import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '../..');

/** A comment, or the title of a test. */
export interface Comment {
  /** Relative to the repository root. */
  readonly path: string;
  /** Starts at 1. */
  readonly line: number;
  /** On one line; inserted values are written as `{}`. */
  readonly text: string;
}

/** Returns the comments and test titles that match, in the order of the files. */
export function findComments(words: RegExp): Comment[] {
  const paths = globSync(['{src,tests,tools}/**/*.{css,mjs,ts,tsx}', 'start.mjs', '*.config.ts'], { cwd: root });
  return paths.toSorted().flatMap(path => {
    const source = readFileSync(join(root, path), 'utf8');
    // Parsing takes long, and few files contain any of the words.
    if (!words.test(toLine(source))) return [];
    return [...(path.endsWith('.css') ? listStyleComments(source) : listComments(path, source))]
      .map(({ start, text }) => ({ path, line: source.slice(0, start).split('\n').length, text: toLine(text) }))
      .filter(({ text }) => words.test(text));
  });
}

interface Found {
  readonly start: number;
  readonly text: string;
}

/** Joins lines, without the signs of comments at their starts. */
function toLine(text: string): string {
  return text.replaceAll(/\s*\n\s*(\/\/|\*(?!\/))?\s*/g, ' ').trim();
}

function listStyleComments(source: string): Found[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: text, index: start }) => ({ start, text }));
}

function* listComments(path: string, source: string): Generator<Found> {
  const { comments, program } = parseSync(path, source);
  // Line comments below each other are one text.
  let before: { start: number; end: number } | undefined;
  for (const { start, end } of comments) {
    if (before && source.slice(before.end, start).trim() === '') before.end = end;
    else {
      if (before) yield { start: before.start, text: source.slice(before.start, before.end) };
      before = { start, end };
    }
  }
  if (before) yield { start: before.start, text: source.slice(before.start, before.end) };
  if (/\.(test|spec)\.tsx?$/.test(path)) yield* listTitles(program);
}

/** Yields the first arguments of `it`, `test`, `describe` and their variants such as `it.each`. */
function* listTitles(node: unknown): Generator<Found> {
  if (typeof node !== 'object' || node === null) return;
  if (isCall(node)) {
    const title = node.arguments[0];
    if (title && /^(it|test|describe)$/.test(rootOf(node.callee))) {
      if (typeof title.value === 'string') yield { start: title.start, text: title.value };
      if (title.quasis) yield { start: title.start, text: title.quasis.map(({ value }) => value.cooked).join('{}') };
    }
  }
  for (const child of Object.values(node)) yield* listTitles(child);
}

function isCall(node: object): node is { readonly callee: Node; readonly arguments: readonly Node[] } {
  return 'type' in node && node.type === 'CallExpression';
}

interface Node {
  readonly start: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly object?: Node;
  readonly callee?: Node;
  readonly tag?: Node;
}

/** Returns the name that an expression such as `it.each(…)` starts with. */
function rootOf({ name, object, callee, tag }: Node): string {
  const inner = object ?? callee ?? tag;
  return inner ? rootOf(inner) : (name ?? '');
}
