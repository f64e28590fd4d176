import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import type { FontIndex } from '#platform/text/faces.ts';
import { parseCmap, toRanges } from './font-tables.ts';

const require = createRequire(import.meta.url);

/** A font of the site for business documents, at the optical size for small text. */
interface SiteFace {
  readonly source: string;
  readonly files: 'opsz' | 'wght';
  readonly axes: Readonly<Record<string, number>>;
}

const SERIF = { source: '@fontsource-variable/source-serif-4', files: 'opsz' } as const;

const siteFaces: Readonly<Record<'display' | 'text' | 'strong' | 'mono', SiteFace>> = {
  display: { source: '@fontsource-variable/bricolage-grotesque', files: 'opsz', axes: { opsz: 36, wght: 620 } },
  text: { ...SERIF, axes: { opsz: 10, wght: 400 } },
  strong: { ...SERIF, axes: { opsz: 10, wght: 650 } },
  mono: { source: '@fontsource-variable/spline-sans-mono', files: 'wght', axes: { wght: 420 } },
};

const JAPANESE = '@fontsource-variable/noto-sans-jp';
/** Searched after all other fonts, in this order. Each also has characters of the next and of other scripts. */
const LAST = [
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-emoji',
  '@fontsource/noto-sans-symbols-2',
];
/** Emoji and symbol fonts contain digits and punctuation, which the surrounding font should draw. */
const FIRST_SYMBOL = 0x20_0d;

/**
 * Writes `dist/fonts/documents/*.ttf`, each a static instance of one font file, and `index.json`, which lists the
 * characters of each, so a document or social card opens only the files that it needs.
 */
export async function buildPdfFonts(dist: string): Promise<void> {
  const folder = join(dist, 'fonts/documents');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const index: { faces: Record<string, string[]>; characters: Record<string, number[]> } = {
    faces: {},
    characters: {},
  };
  const write = async (face: string, file: string, axes: Readonly<Record<string, number>>, first = 0x20) => {
    const font = await subsetFont(await readFile(file), '', {
      targetFormat: 'truetype',
      keepAllGlyphs: true,
      noHinting: true,
      variationAxes: axes,
    });
    const name = `${face}-${basename(file).replace(/(-(opsz|wght|400)-normal)?\.(woff2|ttf)$/, '')}.ttf`;
    await writeFile(join(folder, name), font);
    (index.faces[face] ??= []).push(name);
    const codes = [...parseCmap(create(font)).keys()].filter(code => code >= first);
    // First and last of each range, in one flat list.
    index.characters[name] = toRanges(codes).flat();
  };
  for (const [name, { source, files, axes }] of Object.entries(siteFaces)) {
    const parts = (await filesOf(source)).filter(file => file.endsWith(`-${files}-normal.woff2`));
    // Latin first: the other files repeat its digits and punctuation.
    for (const file of parts.toSorted((one, other) => rank(one) - rank(other))) await write(name, file, axes);
  }
  for (const source of [JAPANESE, ...scriptSources()]) {
    const face = source === JAPANESE ? 'japanese' : 'scripts';
    const first = /emoji|symbols/.test(source) ? FIRST_SYMBOL : undefined;
    for (const file of await scriptFilesOf(source)) {
      await write(face, file, file.includes('-wght-') ? { wght: 400 } : {}, first);
    }
  }
  await writeFile(join(folder, 'index.json'), JSON.stringify(index satisfies FontIndex));
}

/** Returns the installed Noto packages in the order in which they are searched for a character. */
function scriptSources(): string[] {
  const { dependencies } = require('../../package.json') as { dependencies: Record<string, string> };
  const others = Object.keys(dependencies).filter(name => name.includes('/noto-') && name !== JAPANESE);
  return [...others.filter(name => !LAST.includes(name)), ...LAST];
}

async function filesOf(source: string): Promise<string[]> {
  const root = dirname(require.resolve(`${source}/package.json`));
  const folder = join(root, source.startsWith('@expo-google-fonts/') ? '400Regular' : 'files');
  return (await readdir(folder)).toSorted().map(file => join(folder, file));
}

/**
 * Returns a package's files for its own script: the one named after it, the numbered ones, or else the complete font.
 */
async function scriptFilesOf(source: string): Promise<string[]> {
  const family = basename(source);
  const regular = (await filesOf(source)).filter(file => /(-(wght|400)-normal\.woff2|\.ttf)$/.test(file));
  const subsetOf = (file: string) =>
    basename(file)
      .slice(family.length + 1)
      .replace(/-(wght|400)-normal\.woff2$/, '');
  const own = regular.filter(file => family.includes(`-${subsetOf(file)}`));
  const numbered = regular.filter(file => /^\d+$/.test(subsetOf(file)));
  return [own, numbered, regular].find(files => files.length > 0) ?? [];
}

function rank(file: string): number {
  return file.includes('-latin-opsz') || file.includes('-latin-wght') ? 0 : file.includes('-latin-ext-') ? 1 : 2;
}

if (import.meta.main) await buildPdfFonts(process.argv[2] ?? 'dist');
