import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readArchive } from './import-pool.ts';

it('keeps the code of a system error, which identifies a full disk', async () => {
  const archive = { path: fileURLToPath(import.meta.url), folder: '/no/such/folder', maxBytes: 1000 };
  await expect(readArchive(archive)).rejects.toMatchObject({ code: 'ENOENT' });
});
