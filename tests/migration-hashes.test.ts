import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** One line per migration, in order: its SHA-256, and its name without its number, which may still change. */
const listed = readFileSync(join(import.meta.dirname, 'migrations.sha256'), 'utf8')
  .split('\n')
  .filter(Boolean);

const present = readdirSync(join(root, 'migrations'))
  .filter(name => name.endsWith('.sql'))
  .toSorted()
  .map(name => {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(root, 'migrations', name)))
      .digest('hex');
    return `${sha256}  ${name.slice('0000_'.length)}`;
  });

it('keeps every listed migration unchanged', () => {
  const unchanged = present.filter(line => listed.includes(line));
  expect(unchanged, 'Restore the migration as it was, and add a new one for the change.').toEqual(listed);
});

it('lists every migration', () => {
  const missing = present.filter(line => !listed.includes(line));
  expect(missing, `Add to the end of tests/migrations.sha256:\n${missing.join('\n')}\n`).toEqual([]);
});
