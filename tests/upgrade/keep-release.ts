import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gunzipSync, zstdCompressSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { minify } from 'rolldown/utils';
import sharp from 'sharp';

// Stores the given packed release as the one that last-release.test.ts upgrades from (README.md).

const KEPT = [
  /^package\.json$/,
  /^migrations\//,
  /^dist\/assets\.json$/,
  // Leaves out the editors, which only browsers run.
  /^dist\/server\/(?!assets\/(RichEditor|SourceEditor|CommandPalette)-)/,
  /^content\/(site|pricing|pictures\/(people|techs))\//,
  /^content\/(pictures\/)?(posts|projects)\/(a-one-bag-office|caching-html-on-one-server|bluebell-nursery|harbor)\./,
];

/** Returns a minified file of the release. */
async function shrink(name: string, data: Uint8Array): Promise<Uint8Array> {
  if (name.endsWith('.webp')) return sharp(data).resize(32).webp({ quality: 1 }).toBuffer();
  if (!name.endsWith('.js')) return data;
  const { code, errors } = await minify(name, Buffer.from(data).toString());
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join()}`);
  return Buffer.from(code);
}

const [archive] = process.argv.slice(2);
const version = /freehold-([\d.]+)\.tgz$/.exec(archive ?? '')?.[1];
if (archive === undefined || version === undefined) throw new Error('Name a packed release, freehold-<version>.tgz.');
const entries = [];
for (const { header, data } of await unpackTar(gunzipSync(await readFile(archive)), { strip: 1 })) {
  if (header.type !== 'file' || data === undefined || !KEPT.some(each => each.test(header.name))) continue;
  const body = await shrink(header.name, data);
  entries.push({ header: { name: header.name, size: body.length, mtime: new Date(0), mode: 0o644 }, body });
}
const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window, ZSTD_c_enableLongDistanceMatching: long } = constants;
const compressed = zstdCompressSync(await packTar(entries), { params: { [level]: 22, [window]: 25, [long]: 1 } });
for (const name of await readdir(import.meta.dirname)) {
  if (name.startsWith('release-')) await rm(join(import.meta.dirname, name));
}
await writeFile(join(import.meta.dirname, `release-${version}.tar.zst`), compressed);
