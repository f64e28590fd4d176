import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { FileStore } from '#platform/files/file-store.ts';
import { getPictureFile, removePictureFiles } from './pictures.ts';

it('leaves no size of a picture that is deleted while the size is created', async () => {
  const id = '0123456789abcdef';
  const original = await sharp({ create: { width: 900, height: 60, channels: 3, background: '#357' } })
    .webp()
    .toBuffer();
  const stored = new Map<string, Uint8Array>([[`pictures/${id}.webp`, original]]);
  const files = {
    read: async name => stored.get(name) as Buffer | undefined,
    has: async name => stored.has(name),
    async write(name, bytes) {
      await removePictureFiles(files, id);
      stored.set(name, bytes as Uint8Array);
    },
    remove: async (...names) => names.forEach(name => void stored.delete(name)),
  } satisfies Partial<FileStore> as unknown as FileStore;
  await getPictureFile(files, id, 480, 'webp');
  expect([...stored.keys()]).toEqual([]);
});
