/**
 * Draws the sample pictures of the site: post covers, portraits, technology icons.
 *
 *   node tools/pictures/draw-illustrations.ts            everything
 *   node tools/pictures/draw-illustrations.ts <slug>…    only these
 */

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';

type Drawings = Record<string, () => string>;

const here = dirname(fileURLToPath(import.meta.url));
const pictures = join(here, '..', '..', 'content', 'pictures');

const drawingsOf = async (file: string): Promise<Drawings> =>
  (await import(pathToFileURL(join(here, file)).href)).default;

const wanted = new Set(process.argv.slice(2));
const isWanted = (slug: string): boolean => wanted.size === 0 || wanted.delete(slug);

/** librsvg (inside sharp) renders patterns, clips and multiply as they are meant, so no browser is needed. */
const print = async (folder: string, drawings: Drawings): Promise<void> => {
  await mkdir(join(pictures, folder), { recursive: true });
  for (const [slug, draw] of Object.entries(drawings)) {
    if (!isWanted(slug)) continue;
    const { size, width, height } = await sharp(Buffer.from(draw()))
      .webp({ quality: 90, effort: 6, smartSubsample: true })
      .toFile(join(pictures, folder, `${slug}.webp`));
    console.log(`${folder}/${slug}.webp  ${width}x${height}  ${Math.round(size / 1024)} kB`);
  }
};

const categories = (await readdir(join(here, 'posts')))
  .filter(name => name.endsWith('.ts') && name !== 'print.ts')
  .toSorted();
for (const name of categories) await print('posts', await drawingsOf(join('posts', name)));

await print('people', await drawingsOf('people.ts'));

await mkdir(join(pictures, 'techs'), { recursive: true });
for (const [name, draw] of Object.entries(await drawingsOf('techs.ts'))) {
  if (!isWanted(name)) continue;
  await writeFile(join(pictures, 'techs', `${name}.svg`), draw());
  console.log(`techs/${name}.svg`);
}

if (wanted.size > 0) {
  console.error(`Not known: ${[...wanted].join(', ')}`);
  process.exitCode = 1;
}
