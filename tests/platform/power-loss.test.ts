import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStore } from '#platform/files/file-store.ts';

// Copying a mounted disk image during writes simulates a power cut: the copy lacks data that the kernel hasn't written
// yet.

const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });
const mount = (image: string, folder: string) => run('mount', '-o', 'loop', image, folder).status === 0;

let folder: string;
let mounted = false;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'power-loss-'));
  for (const name of ['disk', 'after']) await mkdir(join(folder, name));
  const image = join(folder, 'disk.img');
  mounted =
    process.getuid?.() === 0 &&
    run('truncate', '-s', '64M', image).status === 0 &&
    run('mkfs.ext4', '-q', image).status === 0 &&
    mount(image, join(folder, 'disk'));
});
afterAll(async () => {
  if (mounted) run('umount', join(folder, 'disk'));
  await rm(folder, { recursive: true });
});

it('keeps every byte of a stored file after a power loss', async context => {
  context.skip(!mounted, 'Only root can mount a file system here.');
  const store = createDiskStore(join(folder, 'disk/files'));
  const stored = new Map<string, Buffer>();
  for (const [index, size] of [1, 900, 4096, 70_000, 400_000, 3_000_000].entries()) {
    const name = `${index % 2 ? 'pictures' : 'documents/issued'}/${index}.bin`;
    const content = randomBytes(size);
    await store.write(name, index === 3 ? new Blob([content]) : content);
    stored.set(name, content);

    await copyFile(join(folder, 'disk.img'), join(folder, 'after.img'));
    expect(mount(join(folder, 'after.img'), join(folder, 'after'))).toBe(true);
    try {
      for (const [storedName, bytes] of stored) {
        const found = await readFile(join(folder, 'after/files', storedName)).catch(() => Buffer.alloc(0));
        expect([storedName, found.length]).toEqual([storedName, bytes.length]);
        expect(found.equals(bytes), storedName).toBe(true);
      }
    } finally {
      run('umount', join(folder, 'after'));
    }
  }
});
