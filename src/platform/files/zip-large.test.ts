import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openZip } from './zip-reader.ts';
import { createZip, type ZipEntry } from './zip-writer.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const limits = { files: 100_000, file: GIB, totalBytes: 100 * GIB };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freehold-zip-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes an archive to a file, with a sparse gap for `hole`. */
async function write(files: Iterable<ZipEntry>, hole?: Uint8Array): Promise<{ path: string; bytes: number }> {
  const path = join(folder, 'archive');
  const file = await open(path, 'wx');
  let bytes = 0;
  for await (const part of createZip(files)) {
    if (part !== hole) await file.write(part, 0, part.length, bytes);
    bytes += part.length;
  }
  await file.close();
  return { path, bytes };
}

describe('a large archive', () => {
  it('can have files and its central directory beyond 4 GiB', async () => {
    const length = GIB / 16;
    // Claims its length, because the checksum of 4 GiB takes seconds. The reader ignores checksums.
    const hole = Object.defineProperty(new Uint8Array(0), 'length', { value: length });
    const many = Array.from({ length: 65 }, (_, place) => ({
      name: `pictures/${place}.bin`,
      bytes: hole,
      packed: true,
    }));
    const { path, bytes } = await write([...many, { name: 'last.md', bytes: Buffer.from('At the end') }], hole);
    expect(bytes).toBeGreaterThan(4 * GIB);
    const zip = await openZip(path, limits);
    expect(zip.names.length).toBe(66);
    expect(String(await zip.read('last.md'))).toBe('At the end');
    expect(zip.sizeOf('pictures/64.bin')).toBe(length);
    const last = await zip.read('pictures/64.bin');
    expect(last.equals(new Uint8Array(length))).toBe(true);
  });

  it('is packed while it is read, one file at a time', async () => {
    let readCount = 0;
    function* files(): Generator<ZipEntry> {
      for (; readCount < 100; readCount++) yield { name: `${readCount}.txt`, bytes: Buffer.from('words') };
    }
    const parts = createZip(files());
    await parts.next();
    await setImmediate();
    expect(readCount).toBe(0);
    for (let part = 0; part < 10; part++) await parts.next();
    expect(readCount).toBeLessThanOrEqual(6);
  });

  it('holds only the directory records of packed files in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    function* files(): Generator<ZipEntry> {
      for (let place = 0; place < 2000; place++)
        yield { name: `posts/${place}.md`, bytes: Buffer.from('words '.repeat(99)) };
    }
    const held: number[] = [];
    let parts = 0;
    const packed = createZip(files());
    while (!(await packed.next()).done) {
      if (++parts !== 2 && parts !== 3998) continue;
      // The second garbage collection waits until the buffers found by the first are freed.
      collect();
      collect();
      held.push(process.memoryUsage().arrayBuffers);
    }
    const [first = 0, last = Infinity] = held;
    expect(last - first).toBeLessThan(5 * MIB);
  });

  it('is rejected if it ends too early, or its central directory is not at its offset', async () => {
    const { path, bytes } = await write([{ name: 'a.md', bytes: Buffer.from('words'.repeat(100)), packed: true }]);
    const original = await readFile(path);
    const moved = Buffer.from(original);
    moved.writeUInt32LE(bytes + 5000, bytes - 6);
    await writeFile(path, moved);
    await expect(openZip(path, limits)).rejects.toThrow(/damaged/);
    await writeFile(path, original);
    await truncate(path, bytes - 10);
    await expect(openZip(path, limits)).rejects.toThrow(/damaged/);
  });
});
