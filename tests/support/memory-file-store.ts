import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from '#platform/files/file-store.ts';

/** Returns a file store that keeps everything in memory. */
export function createMemoryFileStore(): FileStore & {
  readonly names: Map<string, Buffer>;
  readonly written: string[];
} {
  const names = new Map<string, Buffer>();
  const written: string[] = [];
  return {
    names,
    /** The name of each written file, once per write. */
    written,
    read: async name => names.get(name),
    open: async name => {
      const bytes = names.get(name);
      return bytes && { bytes: bytes.length, stream: Readable.from([bytes]) };
    },
    async local(name) {
      const bytes = names.get(name);
      if (!bytes) return undefined;
      const folder = await mkdtemp(join(tmpdir(), 'freehold-test-'));
      const path = join(folder, 'file');
      await writeFile(path, bytes);
      return { path, release: () => rm(folder, { recursive: true }) };
    },
    has: async name => names.has(name),
    write: async (name, bytes) => {
      written.push(name);
      names.set(name, Buffer.from(bytes instanceof Blob ? await bytes.bytes() : bytes));
    },
    remove: async (...removed) => removed.forEach(name => names.delete(name)),
  };
}
