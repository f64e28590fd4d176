import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { FontIndex } from '#platform/text/faces.ts';
import { readCharacters, readTables } from './font-tables.ts';

const require = createRequire(import.meta.url);

/** A face of the site as business documents are set in it: small, so at the optical size for small type. */
interface SiteFace {
  readonly source: string;
  readonly files: 'opsz' | 'wght';
  readonly axes: Readonly<Record<string, number>>;
}

const SERIF = { source: 'source-serif-4', files: 'opsz' } as const;

const siteFaces: Readonly<Record<'display' | 'text' | 'strong' | 'mono', SiteFace>> = {
  display: { source: 'bricolage-grotesque', files: 'opsz', axes: { opsz: 36, wght: 620 } },
  text: { ...SERIF, axes: { opsz: 10, wght: 400 } },
  strong: { ...SERIF, axes: { opsz: 10, wght: 650 } },
  mono: { source: 'spline-sans-mono', files: 'wght', axes: { wght: 420 } },
};

/** What draws the scripts that the site's own faces lack. Han comes before Hangul, whose files have some Han as well. */
const scriptSources = [
  'noto-serif-bengali',
  'noto-serif-devanagari',
  'noto-naskh-arabic',
  'noto-serif-hebrew',
  'noto-serif-thai',
  'noto-sans-sc',
  'noto-sans-kr',
];

/**
 * The shaper gives every Bengali vowel sign that stands before its letter the form of a word's beginning (`init`), which
 * tears the line that letters hang from; without that form the sign is right inside of words and good before them.
 */
const bengaliFeatures =
  'abvm abvs akhn blwf blwm blws calt ccmp cjct dist haln half kern liga locl mark mkmk nukt pres pstf psts rphf vatu';

/** Letters that the site's faces have themselves. */
const OWN_LETTERS = /-(latin|latin-ext|cyrillic|cyrillic-ext|greek|vietnamese|math|symbols)-/;

/**
 * Writes `dist/fonts/documents/*.ttf`, each a static cut of one file of a package, and `index.json`, which says what
 * characters each has, so that a document reads only the files that it needs.
 */
export async function buildDocumentFonts(dist: string): Promise<void> {
  const folder = join(dist, 'fonts/documents');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const index: { faces: Record<string, string[]>; characters: Record<string, number[]> } = {
    faces: { scripts: [] },
    characters: {},
  };
  const write = async (face: string, source: string, file: string, axes: Readonly<Record<string, number>>) => {
    const woff2 = await readFile(join(filesOf(source), file));
    const font = await subsetFont(woff2, '', {
      targetFormat: 'truetype',
      keepAllGlyphs: true,
      noHinting: true,
      ...(source === 'noto-serif-bengali' ? { keepFeatures: bengaliFeatures.split(' ') } : {}),
      variationAxes: axes,
    });
    const name = `${face}-${file.replace(/-(opsz|wght)-normal\.woff2$/, '')}.ttf`;
    await writeFile(join(folder, name), font);
    (index.faces[face] ??= []).push(name);
    index.characters[name] = rangesOf([...readCharacters(readTables(font)).keys()].filter(code => code >= 0x20));
  };
  for (const [name, { source, files, axes }] of Object.entries(siteFaces)) {
    const parts = (await readdir(filesOf(source))).filter(file => file.endsWith(`-${files}-normal.woff2`));
    // Latin first: its file has the digits and signs that the others repeat.
    const latinFirst = parts.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
    for (const file of latinFirst) await write(name, source, file, axes);
  }
  for (const source of scriptSources) {
    const parts = (await readdir(filesOf(source))).filter(
      file => file.endsWith('-wght-normal.woff2') && !OWN_LETTERS.test(file),
    );
    for (const file of parts.toSorted()) await write('scripts', source, file, { wght: 400 });
  }
  await writeFile(join(folder, 'index.json'), JSON.stringify(index satisfies FontIndex));
}

function filesOf(source: string): string {
  return join(dirname(require.resolve(`@fontsource-variable/${source}/package.json`)), 'files');
}

function rank(file: string): number {
  return file.includes('-latin-opsz') || file.includes('-latin-wght') ? 0 : file.includes('-latin-ext-') ? 1 : 2;
}

/** Code points as first and last of each range, one after the other. */
function rangesOf(codes: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const code of codes.toSorted((one, other) => one - other)) {
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return ranges;
}

if (import.meta.main) await buildDocumentFonts(process.argv[2] ?? 'dist');
