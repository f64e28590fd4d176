import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { openZip } from './zip-reader.ts';
import { createZip } from './zip-writer.ts';

const limits = { files: 10, file: 1_000_000, totalBytes: 2_000_000 };

async function pack(files: readonly (readonly [name: string, content: string | Uint8Array])[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of createZip(files.map(([name, content]) => ({ name, bytes: Buffer.from(content) })))) {
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns an archive with changed bytes in its central directory, which is at the end. */
function changed(zip: Buffer, change: (entry: Buffer) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy.subarray(copy.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))));
  return copy;
}

describe('an archive', () => {
  it('returns its files, and equal files give equal bytes', async () => {
    const files = [
      ['a/b.md', 'Hello 🌊'],
      ['c.bin', new Uint8Array([0, 255, 1])],
    ] as const;
    const zip = await openZip(await pack(files), limits);
    expect(zip.names).toEqual(['a/b.md', 'c.bin']);
    expect(String(await zip.read('a/b.md'))).toBe('Hello 🌊');
    expect([...(await zip.read('c.bin'))]).toEqual([0, 255, 1]);
    expect((await pack(files)).equals(await pack(files))).toBe(true);
  });

  it.each(['../evil.md', '/etc/passwd', 'a/../../b.md', 'C:/x.md'])('is rejected if it has %s', async name => {
    await expect(openZip(await pack([[name, 'x']]), limits)).rejects.toThrow(/outside of itself/);
  });

  it('skips nested archives, links, system files and duplicate names', async () => {
    const packed = await pack([
      ['link.md', '/etc/passwd'],
      ['inner.zip', 'PK'],
      ['b.TAR.GZ', 'x'],
      ['__MACOSX/a.md', 'x'],
      ['b/.DS_Store', 'x'],
      ['b/._a.md', 'x'],
      ['Thumbs.db', 'x'],
      ['a.md', 'first'],
      ['a.md', 'second'],
    ]);
    const zip = await openZip(
      changed(packed, entry => entry.writeUInt32LE((0o120777 << 16) >>> 0, 38)),
      limits,
    );
    expect(zip.names).toEqual(['a.md']);
    expect(String(await zip.read('a.md'))).toBe('first');
    expect(zip.skipped.map(({ name }) => name)).toEqual(['link.md', 'inner.zip', 'b.TAR.GZ', 'a.md']);
  });

  it.each([
    ['encrypted', 8, 1, 'This file is encrypted.'],
    ['in an unknown compression', 10, 99, 'This compression method isn’t supported.'],
  ])('skips files that are %s', async (_what, offset, value, reason) => {
    const packed = await pack([['a.md', 'x']]);
    const zip = await openZip(
      changed(packed, entry => entry.writeUInt16LE(value, offset)),
      limits,
    );
    expect(zip.skipped).toEqual([{ name: 'a.md', reason }]);
  });

  it('is rejected if it has too many files, or unpacks to too much', async () => {
    const many = Array.from({ length: 11 }, (_, index) => [`${index}.md`, 'x'] as const);
    await expect(openZip(await pack(many), limits)).rejects.toThrow(/more than 10 files/);
    const large = new Uint8Array(900_000);
    const heavy = await pack([
      ['1.md', large],
      ['2.md', large],
      ['3.md', large],
    ]);
    expect(heavy.length).toBeLessThan(10_000);
    await expect(openZip(heavy, limits)).rejects.toThrow(/unpacks to more than/);
    const bomb = await openZip(
      await pack([
        ['big.md', new Uint8Array(1_000_001)],
        ['a.md', 'x'],
      ]),
      limits,
    );
    expect(bomb.names).toEqual(['a.md']);
  });

  it('rejects a file that is larger than declared', async () => {
    const packed = await pack([['a.md', new Uint8Array(500_000)]]);
    const zip = await openZip(
      changed(packed, entry => entry.writeUInt32LE(10, 24)),
      limits,
    );
    await expect(zip.read('a.md')).rejects.toThrow(/damaged/);
  });

  it.each([Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006'), Buffer.alloc(0)])(
    'is rejected: %j',
    async bytes => {
      await expect(openZip(bytes, limits)).rejects.toThrow(AppError);
    },
  );
});
