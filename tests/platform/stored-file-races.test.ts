import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDamagedFiles, openCheckedStore } from '#platform/files/checked-store.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

it('reports no damage for a file that is written while it is looked up', async () => {
  const name = `pictures/${randomUUID()}.avif`;
  const disk = createMemoryFileStore();
  const damaged: string[] = [];
  const store: FileStore = openCheckedStore(
    {
      ...disk,
      async read(requestedName) {
        const content = await disk.read(requestedName);
        if (!content) await store.write(requestedName, Buffer.from('a picture'));
        return content;
      },
    },
    site.db,
    found => damaged.push(found),
  );
  expect(await store.read(name)).toBeUndefined();
  expect(damaged).toEqual([]);
  expect((await listDamagedFiles(site.db, 9)).total).toBe(0);
  expect(String(await store.read(name))).toBe('a picture');
});

it('reports no damage for a file that is looked up while it is deleted', async () => {
  const name = `pictures/${randomUUID()}.avif`;
  const disk = createMemoryFileStore();
  const damaged: string[] = [];
  const store: FileStore = openCheckedStore(
    {
      ...disk,
      async remove(removed) {
        await disk.remove(removed);
        expect(await store.read(removed)).toBeUndefined();
      },
    },
    site.db,
    found => damaged.push(found),
  );
  await store.write(name, Buffer.from('a picture'));
  await store.remove(name);
  expect(damaged).toEqual([]);
});
