import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { buildPdfFonts } from './document-fonts.ts';
import { buildOutlineFont } from './drawing-fonts.ts';
import { parseCmap, toRanges } from './font-tables.ts';

interface Face {
  /** The prefix of the file names. */
  readonly name: string;
  readonly family: string;
  readonly style: 'normal' | 'italic';
  /** The Fontsource package, and which of its files has the axes that are needed. */
  readonly source: string;
  readonly axes: 'wght' | 'opsz';
  /** Pinned axes. The optical size is the px size at which the font is mostly used. */
  readonly pinned: Readonly<Record<string, number>>;
  /**
   * The pinned weight. Static files have little more than half the size of variable ones, and pages use few weights.
   */
  readonly weight: number;
  /** The font weights in CSS that use this file. */
  readonly declared: string;
  readonly features: readonly string[];
}

const LETTER_FEATURES = ['kern', 'liga', 'ccmp', 'locl'];
const SERIF = {
  family: 'Source Serif 4',
  source: 'source-serif-4',
  axes: 'opsz',
  pinned: { opsz: 16 },
  features: LETTER_FEATURES,
} as const;

const faces = [
  {
    name: 'display',
    family: 'Bricolage Grotesque',
    style: 'normal',
    source: 'bricolage-grotesque',
    axes: 'opsz',
    pinned: { opsz: 40 },
    weight: 620,
    declared: '400 800',
    features: LETTER_FEATURES,
  },
  { ...SERIF, name: 'text', style: 'normal', weight: 400, declared: '400' },
  { ...SERIF, name: 'text-bold', style: 'normal', weight: 650, declared: '600 700' },
  { ...SERIF, name: 'text-italic', style: 'italic', weight: 400, declared: '400' },
  {
    name: 'mono',
    family: 'Spline Sans Mono',
    style: 'normal',
    source: 'spline-sans-mono',
    axes: 'wght',
    pinned: {},
    weight: 420,
    declared: '400',
    features: ['ccmp', 'locl'],
  },
] as const satisfies readonly Face[];

type FaceName = (typeof faces)[number]['name'];

const PRINTABLE_ASCII = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index));
/** The common characters of English pages. A page with any other character loads the second file as well. */
const FIRST_CHARACTERS = `${PRINTABLE_ASCII}\u{A0}\u{2009}–—‘’“”…•·×©°€£`;

/**
 * Where the ranges of a font's rules overlap, the last rule wins, so these are in order from the rarest characters to
 * the most common.
 */
const partRanges = {
  '-extended': 'U+100-2BA,U+2C7-2CC,U+2DD,U+1D43-1DBB,U+1E0C-1EF9,U+2020,U+20A1-20BF,U+2113',
  '-latin1': 'U+A1-FF,U+131,U+152-153,U+2BB-2C6,U+2DA,U+2DC,U+300-329,U+2002,U+200B-203A,U+2044,U+2215',
  '': unicodeRange(codesOf(FIRST_CHARACTERS)),
} as const;

const require = createRequire(import.meta.url);

/**
 * Builds the site's fonts: writes `dist/client/assets/fonts/*.woff2`, a style sheet with their faces, and the fonts that
 * the server draws with (`dist/fonts/*.json`) and embeds in documents (`dist/fonts/documents`). Returns the URLs of the
 * style sheet and of the files that every page needs.
 */
export async function buildFonts(dist: string): Promise<{ styleSheet: string; files: string[] }> {
  const folder = join(dist, 'client/assets/fonts');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const rules: string[] = [];
  const files: string[] = [];
  for (const face of faces) {
    for (const { suffix, font, codes } of await partsOf(face)) {
      const bytes = await cut(face, font, codes);
      const address = `/assets/fonts/${face.name}${suffix}.${hashOf(bytes)}.woff2`;
      await writeFile(join(dist, 'client', address), bytes);
      if (suffix === '' && ['display', 'text', 'mono'].includes(face.name)) files.push(address);
      rules.push(faceRule(face, address, partRanges[suffix]));
    }
  }
  const css = rules.join('\n');
  const styleSheet = `/assets/fonts.${hashOf(css)}.css`;
  await writeFile(join(dist, 'client', styleSheet), css);
  await buildDrawingFonts(dist);
  await buildPdfFonts(dist);
  return { styleSheet, files };
}

function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

function faceNamed(name: FaceName): Face {
  const face: Face | undefined = faces.find(candidate => candidate.name === name);
  if (!face) throw new Error(`There is no face ${name}.`);
  return face;
}

/** Returns the three files of a font, which a browser loads by the characters of a page. */
async function partsOf(face: Face): Promise<{ suffix: keyof typeof partRanges; font: Buffer; codes: number[] }[]> {
  const [latin, extended] = await Promise.all([sourceOf(face, 'latin'), sourceOf(face, 'latin-ext')]);
  const first = codesOf(FIRST_CHARACTERS);
  const inLatin = await codesIn(latin);
  const others = new Set([...first, ...inLatin]);
  return [
    { suffix: '-extended', font: extended, codes: (await codesIn(extended)).filter(code => !others.has(code)) },
    { suffix: '-latin1', font: latin, codes: inLatin.filter(code => !first.has(code)) },
    { suffix: '', font: latin, codes: inLatin.filter(code => first.has(code)) },
  ];
}

function sourceOf(face: Face, part: string): Promise<Buffer> {
  const file = `${face.source}-${part}-${face.axes}-${face.style}.woff2`;
  return readFile(require.resolve(`@fontsource-variable/${face.source}/files/${file}`));
}

/** Returns the printable characters of a font, in order. */
async function codesIn(font: Buffer): Promise<number[]> {
  const whole = create(await subsetFont(font, '', { targetFormat: 'truetype', keepAllGlyphs: true }));
  return [...parseCmap(whole).keys()].filter(code => code >= 0x20).toSorted((one, other) => one - other);
}

function codesOf(text: string): Set<number> {
  return new Set(Array.from(text, character => character.codePointAt(0) ?? 0));
}

/** Tables that no browser needs: style names for menus, hinting, metrics of vertical and mixed text. */
const UNUSED_TABLES = ['STAT', 'MVAR', 'gasp', 'BASE', 'DSIG'];

/** Returns a subset of a font as WOFF2. */
function cut(face: Face, font: Buffer, codes: readonly number[]): Promise<Buffer> {
  return subsetFont(font, String.fromCodePoint(...codes), {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: face.features,
    dropTables: UNUSED_TABLES,
    variationAxes: { ...face.pinned, wght: face.weight },
  });
}

/** Swapped in when loaded: the fallback fonts have the same metrics (src/ui/styles/fallback-fonts.css). */
function faceRule(face: Face, address: string, range: string): string {
  return `@font-face{font-family:"${face.family}";font-style:${face.style};font-weight:${face.declared};font-display:swap;src:url(${address}) format("woff2");unicode-range:${range}}`;
}

/** Returns code points in CSS syntax, such as `U+20-7E,U+A0`. */
function unicodeRange(codes: ReadonlySet<number>): string {
  const hex = (code: number) => code.toString(16).toUpperCase();
  return toRanges(codes)
    .map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(',');
}

/** Builds the weights and sizes of social cards. Greek and Cyrillic titles fall back to the text font. */
async function buildDrawingFonts(dist: string): Promise<void> {
  const sources = (name: FaceName, alphabets: readonly string[]) =>
    Promise.all(alphabets.map(alphabet => sourceOf(faceNamed(name), alphabet)));
  const latin = ['latin', 'latin-ext'];
  await buildOutlineFont(dist, 'display', await sources('display', latin), { opsz: 64, wght: 700 });
  await buildOutlineFont(dist, 'text', await sources('text', [...latin, 'greek', 'cyrillic']), { opsz: 24, wght: 420 });
  await buildOutlineFont(dist, 'mono', await sources('mono', latin), { wght: 450 });
}

if (import.meta.main) process.stdout.write(`${(await buildFonts(process.argv[2] ?? 'dist')).styleSheet}\n`);
