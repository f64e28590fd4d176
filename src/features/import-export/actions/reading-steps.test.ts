import { describe, expect, it } from 'vitest';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { AppError } from '#shared/errors.ts';
import { SkipError, MAX_TEXT_FILE_BYTES, ReadingSteps, readText } from './reading-steps.ts';

/** Creates an archive whose files report these sizes; `read` lists the files that were read. */
function archiveOf(sizes: Readonly<Record<string, number>>) {
  const read: string[] = [];
  const zip: ZipArchive = {
    names: Object.keys(sizes),
    skipped: [],
    has: name => name in sizes,
    sizeOf: name => sizes[name] ?? 0,
    read: async name => {
      read.push(name);
      if (name === 'broken.md') throw new AppError('BAD_REQUEST', 'Broken.');
      return Buffer.from(name);
    },
  };
  return { zip, read };
}

describe('texts of an archive', () => {
  it('are read, except files that are too large, which are never unpacked, and broken ones', async () => {
    const { zip, read } = archiveOf({
      'a.md': 5,
      'b.md': MAX_TEXT_FILE_BYTES + 1,
      'broken.md': 3,
      'c.md': MAX_TEXT_FILE_BYTES,
    });
    const steps = new ReadingSteps([], () => {});
    const texts: string[] = [];
    for (const name of zip.names) {
      const bytes = await steps.run(name, () => readText(zip, name));
      if (bytes) texts.push(bytes.toString());
    }
    expect(texts).toEqual(['a.md', 'c.md']);
    expect(steps.skipped).toEqual([
      { name: 'b.md', reason: 'This file is larger than 8 MB.' },
      { name: 'broken.md', reason: 'This file is damaged. Create or download the archive again.' },
    ]);
    expect(read).toEqual(['a.md', 'broken.md', 'c.md']);
  });
});

describe('a step that exceeded the limits before', () => {
  it('is skipped by its position, and any other error is thrown', async () => {
    const started: number[] = [];
    const steps = new ReadingSteps([1], ({ position }) => void started.push(position));
    expect(await steps.run('one', () => 1)).toBe(1);
    expect(await steps.run('two', () => 2)).toBeUndefined();
    expect(
      await steps.run('three', () => {
        throw new SkipError('It is a page.');
      }),
    ).toBeUndefined();
    await expect(
      steps.run('four', () => {
        throw new TypeError('A mistake.');
      }),
    ).rejects.toThrow('A mistake.');
    expect(started).toEqual([0, 2, 3]);
    expect(steps.skipped).toEqual([
      { name: 'two', reason: 'Takes too much time or memory to read.' },
      { name: 'three', reason: 'It is a page.' },
    ]);
  });
});
