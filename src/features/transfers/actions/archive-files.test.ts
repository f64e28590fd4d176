import { describe, expect, it } from 'vitest';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { LARGEST_TEXT, LARGEST_TEXTS, textsOf } from './archive-files.ts';

/** An archive whose files say that they are so large; what is read of it is counted. */
function archiveOf(sizes: Readonly<Record<string, number>>) {
  const read: string[] = [];
  const zip: ZipArchive = {
    names: Object.keys(sizes),
    passedOver: [],
    sizeOf: name => sizes[name] ?? 0,
    read: async name => {
      read.push(name);
      return Buffer.from(name);
    },
  };
  return { zip, read };
}

describe('the texts of an archive', () => {
  it('are read but for those that are too long, which are named and never unpacked', async () => {
    const { zip, read } = archiveOf({ 'in/a.md': 5, 'in/b.md': LARGEST_TEXT + 1, 'in/c.md': LARGEST_TEXT });
    const skipped: { name: string; reason: string }[] = [];
    const texts = await textsOf(zip, zip.names, 'in/', skipped);
    expect(texts.map(({ name }) => name)).toEqual(['a.md', 'c.md']);
    expect(skipped).toEqual([{ name: 'b.md', reason: 'It is a text of more than 8 MB.' }]);
    expect(read).toEqual(['in/a.md', 'in/c.md']);
  });

  it('are refused together where they are too many bytes, before one of them is unpacked', async () => {
    const count = LARGEST_TEXTS / LARGEST_TEXT;
    const sizes = (files: number) =>
      Object.fromEntries(Array.from({ length: files }, (_, index) => [`${index}.md`, LARGEST_TEXT]));
    const most = archiveOf(sizes(count));
    expect(await textsOf(most.zip, most.zip.names, '', [])).toHaveLength(count);
    const more = archiveOf(sizes(count + 1));
    await expect(textsOf(more.zip, more.zip.names, '', [])).rejects.toThrow(/more than 256 MB/);
    expect(more.read).toEqual([]);
  });
});
