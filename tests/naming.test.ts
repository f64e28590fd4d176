import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSourceFiles, stripComments } from './support/import-graph.ts';

const root = join(import.meta.dirname, '..');
const sources = readSourceFiles('src');
const product = sources.filter(({ path }) => !path.includes('.test.'));

describe('file names', () => {
  it('are never vague', () => {
    const empty = /^(utils?|helpers?|common|managers?|types|misc|lib|shared-\w+|base)$/;
    const named = sources.flatMap(({ path }) =>
      path
        .split('/')
        .map(part => part.replace(/(\.test|\.spec)?\.\w+$/, ''))
        .filter(part => empty.test(part))
        .map(() => path),
    );
    expect(named).toEqual([]);
  });

  it('are kebab-case for files and PascalCase for components', () => {
    const wrong = sources.filter(({ path, text }) => {
      const name = basename(path).replace(/(\.test)?\.\w+$/, '');
      const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
      const pascal = /^[A-Z]\w*$/.test(name);
      const component =
        path.endsWith('.tsx') && new RegExp(`^export (default )?function (${name}|Component)\\b`, 'm').test(text);
      return path.includes('.test.') ? !(kebab || pascal) : !(kebab || (pascal && path.endsWith('.tsx'))) && !component;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('addresses', () => {
  const address =
    /(['"`])\/(?:blogs?|projects|about|pricing|privacy-policy|terms-conditions|set-up|contact|media|social|api)\b[^'"`\n]*\1/g;

  it('are written only in shared/paths.ts, shared/dashboard-paths.ts and route declarations', () => {
    const declares =
      /^src\/(shared\/(?:dashboard-)?paths\.ts|app\/(?:pages|logged-route)\.ts|features\/(?:[\w-]+\/){1,2}(?:(?:contract|handlers|routes)(?:\/[\w-]+)?|(?:form-|dashboard-)?pages)\.ts)$/;
    const written = product
      .filter(({ path }) => !declares.test(path))
      .flatMap(({ path, text }) => [...stripComments(text).matchAll(address)].map(([literal]) => `${path}: ${literal}`))
      // The server recognizes media files by this prefix, which isn't the path of a page.
      .filter(line => line !== "src/app/http.ts: '/media/'");
    expect(written).toEqual([]);
  });

  it('of links come from there', () => {
    const literal = /\b(?:href|to|action|src)=(?:["']\/[^"']*["']|\{\s*['"`]\/[^'"`]*['"`]\s*\})/g;
    const written = product
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap(({ path, text }) => [...text.matchAll(literal)].map(([attribute]) => `${path}: ${attribute}`));
    expect(written).toEqual([]);
  });
});

describe('migrations', () => {
  it('are numbered without gaps', () => {
    const names = readdirSync(join(root, 'migrations')).toSorted();
    for (const [index, name] of names.entries()) {
      expect(name).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/);
      expect(Number(name.slice(0, 4))).toBe(index + 1);
    }
  });
});
