import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalFile, TemporaryFolder } from './local-file.ts';

let folder: string;
let temporary: TemporaryFolder;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'freehold-local-')), 'temporary');
  temporary = new TemporaryFolder(folder);
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe('a temporary file', () => {
  it('is readable by its own account only, and removed', async () => {
    const path = await temporary.write(parts('one ', 'two'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const file = await LocalFile.open(path, 'a.txt', 'text/plain');
    expect([await file.text(), file.size, await file.slice(4).text()]).toEqual(['one two', 7, 'two']);
    await temporary.remove(path);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is deleted if its source or its check fails', async () => {
    async function* broken() {
      yield Buffer.from('one');
      throw new Error('The connection is gone.');
    }
    await expect(temporary.write(broken())).rejects.toThrow('The connection is gone.');
    const check = (bytes: number) => {
      if (bytes > 4) throw new RangeError('Too much.');
    };
    await expect(temporary.write(parts('one', 'two'), check)).rejects.toThrow('Too much.');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is written for a file in memory, for as long as it is used', async () => {
    const used = await temporary.use(new File(['words'], 'a.txt'), async file => [
      file.name,
      (await stat(file.path)).size,
    ]);
    expect(used).toEqual(['a.txt', 5]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('left behind by a crash is removed after a day', async () => {
    const [old, recent] = [await temporary.write(parts('old')), await temporary.write(parts('recent'))];
    const now = Date.now();
    await utimes(old, now / 1000, now / 1000 - 25 * 3600);
    await temporary.clean(now);
    expect((await readdir(folder)).map(name => join(folder, name))).toEqual([recent]);
    await writeFile(join(folder, 'another'), '');
    await new TemporaryFolder(join(folder, 'missing')).clean(now);
  });
});
