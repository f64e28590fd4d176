import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listMigrations } from '#platform/database/migrate.ts';
import { readLastRelease } from './last-release.ts';

const root = join(import.meta.dirname, '../..');
const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
const [, unreleased = ''] = changelog.split(/^## /m);

it('compares with the newest release of the changelog', async () => {
  const { version } = await readLastRelease();
  const newest = /^## \[(\d\S*)\]/m.exec(changelog)?.[1];
  expect(version, 'See "Release" in CONTRIBUTING.md.').toBe(newest);
});

/** Changes to tables, columns or rules that the last release may still use or violate. */
const CONTRACTS =
  /\b(drop (table|column|view|default)|rename|set not null|alter column \w+ (set data )?type|add (check|constraint))\b/i;

it('only adds to the database of the last release, unless the changelog says how to upgrade', async () => {
  if (unreleased.includes('\n### Upgrading\n')) return;
  const { migrations } = await readLastRelease();
  const folder = join(root, 'migrations');
  const found: unknown[] = [];
  for (const name of (await listMigrations(folder)).filter(each => !migrations.includes(each))) {
    const match = CONTRACTS.exec(await readFile(join(folder, name), 'utf8'));
    if (match) found.push([name, match[0]]);
  }
  expect(found, 'See "Expand, then contract" in docs/upgrading.md.').toEqual([]);
});
