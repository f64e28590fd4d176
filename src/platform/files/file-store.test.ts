import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileStore, createDiskStore } from './file-store.ts';
import { LocalFile, readStart } from './local-file.ts';

let folder: string;
let store: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  store = createDiskStore(join(folder, 'files'));
  await writeFile(join(folder, 'outside.txt'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

describe('the file store on disk', () => {
  it('returns written files, and nothing for other names', async () => {
    expect(await store.read('pictures/ab12-800.avif')).toBeUndefined();
    expect(await store.has('pictures/ab12-800.avif')).toBe(false);
    await store.write('pictures/ab12-800.avif', Buffer.from([0, 255, 1]));
    expect(await store.read('pictures/ab12-800.avif')).toEqual(Buffer.from([0, 255, 1]));
    expect(await store.has('pictures/ab12-800.avif')).toBe(true);
  });

  it('makes files and folders readable by their own account only', async () => {
    await store.write('orders/ab12.bin', Buffer.from('a brief'));
    expect((await stat(join(folder, 'files'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'files/orders'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'files/orders/ab12.bin'))).mode & 0o777).toBe(0o600);
  });

  it('stores a local file of any size, and returns it as a local copy', async () => {
    const path = join(folder, 'upload');
    await writeFile(path, 'start', { mode: 0o600 });
    const size = 5 * 1024 ** 3;
    await truncate(path, size);
    const file = await LocalFile.open(path, 'archive.zip', 'application/zip');
    expect([file.size, file.name, file.type]).toEqual([size, 'archive.zip', 'application/zip']);
    await store.write('imports/ab12.archive', file);
    await rm(path);
    const copy = await store.local('imports/ab12.archive');
    const { size: written, mode } = await stat(copy?.path ?? '');
    expect([written, mode & 0o777]).toEqual([size, 0o600]);
    expect(String(await readStart(copy?.path ?? '', 5))).toBe('start');
    await copy?.release();
    expect(await store.has('imports/ab12.archive')).toBe(true);
    expect((await readdir(join(folder, 'files/imports'))).length).toBe(1);
    expect(await store.local('imports/cd34.archive')).toBeUndefined();
  });

  it('overwrites existing files', async () => {
    await store.write('note.txt', Buffer.from('a long first text'));
    await store.write('note.txt', Buffer.from('short'));
    expect(String(await store.read('note.txt'))).toBe('short');
  });

  it('never shows a partial file during concurrent writes of one name, and leaves no drafts', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(100_000));
    await store.write('busy.txt', Buffer.from(texts[0] ?? ''));
    const seen: string[] = [];
    await Promise.all([
      ...texts.map(text => store.write('busy.txt', Buffer.from(text))),
      ...texts.map(async () => seen.push(String(await store.read('busy.txt')))),
    ]);
    for (const text of seen) expect(texts.includes(text)).toBe(true);
    expect((await readdir(join(folder, 'files'))).filter(name => name.startsWith('busy'))).toEqual(['busy.txt']);
  });

  it.each([
    '../outside.txt',
    '/etc/passwd',
    'a/../../outside.txt',
    'a//b',
    './a',
    'a/',
    '',
    '.',
    '..',
    '.hidden',
    'a/.b',
    'a\\..\\b',
    'a\0b',
    'A.txt',
    'a b',
    'a%2fb',
    'a\n',
  ])('rejects the name %j in every method', async name => {
    await expect(store.read(name)).rejects.toThrow(RangeError);
    await expect(store.write(name, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(store.has(name)).rejects.toThrow(RangeError);
    await expect(store.local(name)).rejects.toThrow(RangeError);
  });
});
