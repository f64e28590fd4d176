import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Manifest, transformWithOxc } from 'vite';
import type { PageAssets } from '#platform/pages/html-document.ts';
import { buildFonts } from './fonts.ts';
import { parseStyleRules } from './style-rules.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

await rm(dist, { recursive: true, force: true });

const common = { root, logLevel: 'warn' as const };
await build({
  ...common,
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      input: [
        'src/app/browser/bootstrap.ts',
        'src/app/browser/visits.ts',
        'src/app/browser/hydrate.tsx',
        'src/app/styles.css',
      ],
    },
  },
});
await build({
  ...common,
  build: {
    outDir: 'dist/server',
    ssr: true,
    rolldownOptions: {
      // The site itself, what renders its pages, which tests take alone, and what works apart from it.
      input: [
        'src/main.ts',
        'src/app/entry-server.tsx',
        'src/features/billing/pdf/pdf-worker.ts',
        'src/features/bookings/ical-worker/ical-worker.ts',
        'src/platform/text/text-worker.ts',
        'src/features/import-export/actions/import-worker.ts',
        'src/features/media/actions/picture-worker.ts',
      ],
      output: { entryFileNames: '[name].js' },
    },
  },
});
const fonts = await buildFonts(dist);

const manifest = JSON.parse(await readFile(join(dist, 'client/manifest.json'), 'utf8')) as Manifest;
const address = (source: string) => {
  const entry = manifest[source];
  if (!entry) throw new Error(`The build has no ${source}.`);
  return entry.file;
};
/** The addresses of a file and of all that it imports. */
function neededBy(source: string, found = new Set<string>()): string[] {
  if (!found.has(source)) {
    found.add(source);
    for (const needed of manifest[source]?.imports ?? []) neededBy(needed, found);
  }
  return [...found].map(each => `/${address(each)}`);
}
const theme = await transformWithOxc(await readFile(join(root, 'src/app/browser/theme.js'), 'utf8'), 'theme.js', {});
const assets: PageAssets = {
  styleRules: parseStyleRules(
    fonts.css + (await readFile(join(dist, 'client', address('src/app/styles.css')), 'utf8')),
  ),
  styleSheet: `/${address('src/app/styles.css')}`,
  themeScript: theme.code
    .replace(/\/\/.*$/gm, '')
    .replace(/\s*\n\s*/g, '')
    .trim(),
  fontSheet: fonts.sheet,
  fonts: fonts.preloads,
  bootstrap: (await readFile(join(dist, 'client', address('src/app/browser/bootstrap.ts')), 'utf8')).trim(),
  visits: (await readFile(join(dist, 'client', address('src/app/browser/visits.ts')), 'utf8')).trim(),
  app: `/${address('src/app/browser/hydrate.tsx')}`,
  appNeeds: neededBy('src/app/browser/hydrate.tsx').slice(1),
  furtherNeeds: ['src/app/further-routes.tsx', 'virtual:members-contract'].flatMap(source => neededBy(source)),
  pageNeeds: Object.fromEntries(
    Object.entries(manifest).flatMap(([file, { isDynamicEntry }]) =>
      isDynamicEntry && /\/(?:pages|layouts)\//.test(file) ? [[file, neededBy(file)]] : [],
    ),
  ),
};
await writeFile(join(dist, 'assets.json'), JSON.stringify(assets));
await compressAll(join(dist, 'client/assets'));

/** Writes .br and .gz beside every script and style, so that the server never compresses them. */
async function compressAll(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const bytes = await readFile(join(folder, name));
    await writeFile(
      join(folder, `${name}.br`),
      await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    await writeFile(join(folder, `${name}.gz`), await zip(bytes, { level: 9 }));
  }
}
