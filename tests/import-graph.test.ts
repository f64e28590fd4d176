import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCycles, parseImports, readSourceFiles } from './support/import-graph.ts';

const root = join(import.meta.dirname, '..');

describe('import scanner', () => {
  it('finds every kind of import and ignores comments', () => {
    const text = [
      "import 'a';",
      "import b from 'b';",
      "import type { C } from 'c';",
      'import {\n  type D,\n  e,\n} from "d";',
      "export { f } from 'f';",
      "export * from 'g';",
      "const h = () => import('h');",
      "type I = typeof import('i');",
      "// import 'no';",
      "/** {@link import('no')} */",
      "/*\nimport 'no';\n*/",
      "const text = 'import from nowhere';",
    ].join('\n');
    const found = parseImports('src/x.ts', text).map(({ to, typeOnly }) => `${to}${typeOnly ? ' (type)' : ''}`);
    expect(found.toSorted()).toEqual(['a', 'b', 'c (type)', 'd', 'f', 'g', 'h', 'i (type)']);
  });

  it('resolves to existing files', () => {
    const inside = readSourceFiles('src').flatMap(({ imports }) => imports.filter(({ inside: ours }) => ours));
    expect(inside.length).toBeGreaterThan(300);
    for (const { to } of inside) expect(existsSync(join(root, to)), to).toBe(true);
    expect(() => parseImports('src/x.ts', "import './not-there.ts';")).toThrow(/does not exist/);
  });

  it('finds a cycle', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c', 'd'])],
      ['c', new Set(['a'])],
      ['d', new Set<string>()],
    ]);
    expect(findCycles(graph)).toEqual([['a', 'b', 'c', 'a']]);
    expect(findCycles(new Map([['a', new Set(['b'])]]))).toEqual([]);
  });
});
