import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A test as it stands in its file: the titles of what it stands in and its own, and what it does. */
interface Written {
  readonly title: string;
  readonly body: string;
}

/** The tests of a file that is formatted as all are: what stands in another one is indented further. */
function testsIn(source: string): Written[] {
  const opened: { indent: number; title: string }[] = [];
  const starts = [
    ...source.matchAll(/^( *)(describe|it|test)(?:\.each\b[\s\S]*?\)\(|(?:\.\w+)*\()\s*(['`])([\s\S]*?)\3/gm),
  ];
  return starts.flatMap(({ 1: space = '', 2: kind, 4: words = '', index }, place) => {
    while ((opened.at(-1)?.indent ?? -1) >= space.length) opened.pop();
    const title = [...opened.map(outer => outer.title), words].join(' › ');
    opened.push({ indent: space.length, title: words });
    return kind === 'describe' ? [] : [{ title, body: source.slice(index, starts[place + 1]?.index) }];
  });
}

/** The terms that a title names, such as “term 6: …” or “terms 1, 2 and 12: …”. */
function termsOf(title: string): number[] {
  return [...title.matchAll(/\bterms? (\d+(?:(?:, | and |, and )\d+)*)/gi)].flatMap(([, list = '']) =>
    list.split(/\D+/).map(Number),
  );
}

const read = async (pattern: string) =>
  (await Promise.all(globSync(pattern, { cwd: root }).map(file => readFile(join(root, file), 'utf8')))).flatMap(
    testsIn,
  );

describe('each payment term has tests named after its number', async () => {
  const apart = await read('src/**/*.test.ts');
  const over = await read('tests/**/*.test.ts');
  const isProperty = ({ body }: Written) => /\bfc\.assert\(/.test(body);
  const kinds = {
    'by examples': apart.filter(test => !isProperty(test)),
    'by properties': [...apart, ...over].filter(isProperty),
    'over the API': over,
    'in a browser': await read('tests/e2e/**/*.spec.ts'),
  };

  it.each(Object.entries(kinds))('%s', (_kind, tests) => {
    const named = new Set(tests.flatMap(({ title }) => termsOf(title)));
    const all = Array.from({ length: 16 }, (_none, place) => place + 1);
    expect(all.filter(term => !named.has(term))).toEqual([]);
  });

  it('reads titles with what they stand in, and the terms in them', () => {
    const source = `describe('terms 1, 2 and 12: work', () => {
  it.each([
    ['a', 1],
  ])('%s', () => {});

  it.each([1, 2] as const)('%d', () => {});

  it('goes', () => {
    fc.assert(x);
  });
});

test('term 3', () => {});
`;
    const tests = testsIn(source);
    expect(tests.map(({ title }) => termsOf(title))).toEqual([[1, 2, 12], [1, 2, 12], [1, 2, 12], [3]]);
    expect(tests.map(isProperty)).toEqual([false, false, true, false]);
  });
});
