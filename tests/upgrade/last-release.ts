import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';

const root = join(import.meta.dirname, '../..');

/** The program of the last release: its version, the content of each file, and the names of its migrations. */
export async function readLastRelease() {
  const [name = '', ...others] = (await readdir(import.meta.dirname)).filter(each => each.startsWith('release-'));
  if (others.length > 0) throw new Error('Keep one release.');
  const archive = await unpackTar(zstdDecompressSync(await readFile(join(import.meta.dirname, name))));
  const files = new Map(archive.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]));
  const migrations = [...files.keys()].flatMap(path => /^migrations\/(.+)$/.exec(path)?.[1] ?? []);
  return { version: name.slice('release-'.length, -'.tar.zst'.length), files, migrations };
}

/** Writes the program of the last release to a temporary folder. It uses the packages and the fonts of the checkout. */
export async function unpackLastRelease() {
  const { files, migrations } = await readLastRelease();
  const folder = await mkdtemp(join(tmpdir(), 'freehold-last-release-'));
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await mkdir(join(folder, 'dist/client/assets'), { recursive: true });
  for (const shared of ['node_modules', 'dist/fonts']) await symlink(join(root, shared), join(folder, shared));
  return { folder, migrations, remove: () => rm(folder, { recursive: true }) };
}
