import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, readSourceFiles } from './support/import-graph.ts';

const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
const { dependencies } = JSON.parse(manifest) as { dependencies: Readonly<Record<string, string>> };

const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** The packages that the site and its build import. */
const imported = [
  ...[...readSourceFiles('src'), ...readSourceFiles('tools')].filter(({ path }) => !path.includes('.test.')),
  ...['vite.config.ts', 'start.mjs'].map(readSource),
].flatMap(({ path, imports }) =>
  imports
    .filter(({ to, inside }) => !inside && !/^(node|virtual):/.test(to))
    .map(({ to, typeOnly }) => ({ path, name: packageOf(to), typeOnly })),
);

describe('packages', () => {
  it('imported by the site or its build are dependencies', () => {
    const missing = imported.filter(({ name, typeOnly }) => !typeOnly && !(name in dependencies));
    expect(missing.map(({ path, name }) => `${path} → ${name}`)).toEqual([]);
  });

  it('used only by tests are development dependencies', () => {
    const used = new Set([...imported.map(({ name }) => name), 'tailwindcss']);
    // The build reads fonts by their package name, without an import.
    const isFont = (name: string) => /^@(fontsource|fontsource-variable|expo-google-fonts)\//.test(name);
    expect(Object.keys(dependencies).filter(name => !used.has(name) && !isFont(name))).toEqual([]);
  });
});
