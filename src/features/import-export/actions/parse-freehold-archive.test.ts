import { expect, it } from 'vitest';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { parseFreeholdArchive } from './parse-freehold-archive.ts';
import { ReadingSteps } from './reading-steps.ts';

const MANIFEST = JSON.stringify({ format: 'freehold', version: 1, files: {} });

it.each([
  [0, 'posts/a.md'],
  [1, 'posts/b.md'],
  [2, 'projects/c.md'],
  [3, 'site/profile.json'],
])('skips and names file %i if it exceeded the limits before, and reads the others', async (position, slow) => {
  const names = ['posts/a.md', 'posts/b.md', 'projects/c.md', 'site/profile.json'];
  const read: string[] = [];
  const zip: ZipArchive = {
    names: ['freehold.json', ...names],
    skipped: [],
    has: name => names.includes(name),
    sizeOf: () => 1,
    read: async name => {
      read.push(name);
      return Buffer.from(name === 'freehold.json' ? MANIFEST : 'Invalid');
    },
  };
  const started: string[] = [];
  const steps = new ReadingSteps([position], ({ name }) => void started.push(name));
  const counts = { postCount: 0, projectCount: 0, commentCount: 0 };
  await parseFreeholdArchive(zip, '', { steps, entries: { counts, add: async () => {}, close: async () => {} } });
  const others = names.filter(name => name !== slow);
  expect(started).toEqual(others);
  expect(read).toEqual(['freehold.json', ...others]);
  expect(steps.skipped.filter(({ reason }) => reason === 'Takes too much time or memory to read.')).toEqual([
    expect.objectContaining({ name: slow }),
  ]);
});
