import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskStore, type FileStore } from '#platform/files/file-store.ts';
import { getPictureFile, removePictureFiles } from './pictures.ts';

it('leaves no size of a picture that is deleted while the size is created', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = createDiskStore(folder);
  const id = '0123456789abcdef';
  const drawing = sharp({ create: { width: 900, height: 60, channels: 3, background: '#357' } });
  await store.write(`pictures/${id}.webp`, await drawing.webp().toBuffer());
  const written: string[] = [];
  const files: FileStore = {
    ...store,
    async write(name, content) {
      written.push(name);
      await removePictureFiles(store, id);
      await store.write(name, content);
    },
  };
  await getPictureFile(files, id, 480, 'webp');
  expect(written).toHaveLength(1);
  expect(await Promise.all([`pictures/${id}.webp`, ...written].map(name => store.has(name)))).toEqual([false, false]);
});
