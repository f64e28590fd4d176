import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'data-folder-'));
});
afterAll(() => rm(home, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
/** As root, the database's account must be able to traverse the folder. */
const own = process.getuid?.() === 0 ? 0o711 : 0o700;

describe('openDataFolder', () => {
  it('creates the folder for this account only', async () => {
    const folder = join(home, 'new/data');
    await openDataFolder(folder);
    expect(await modeOf(folder)).toBe(own);
  });

  it('closes a folder to other accounts that an earlier version left open', async () => {
    const folder = join(home, 'old');
    await mkdir(join(folder, 'files/orders'), { recursive: true });
    for (const path of ['', 'files', 'files/orders']) await chmod(join(folder, path), 0o755);
    await openDataFolder(folder);
    expect(await modeOf(folder)).toBe(own);
    expect(await modeOf(join(folder, 'files'))).toBe(0o700);
  });
});
