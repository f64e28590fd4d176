import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Manifest, transformWithOxc } from 'vite';
import { dashboardPages } from '#app/dashboard-pages.ts';
import { formPages } from '#app/form-pages.ts';
import { readerPages } from '#app/pages.ts';
import type { PageAssets } from '#platform/pages/html-document.ts';
import type { DashboardPage, FormPage, PagePart, ReaderPage } from '#platform/pages/page-definitions.ts';
import { buildFonts } from './fonts.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

await rm(dist, { recursive: true, force: true });

const common = { root, logLevel: 'warn' as const };
await build({
  ...common,
  build: {
    outDir: 'dist/server',
    ssr: true,
    rolldownOptions: {
      // The site, the renderer (which tests load separately), modules for the client's build, and the worker processes.
      input: [
        'src/main.ts',
        'src/app/entry-server.tsx',
        'src/app/browser-modules.ts',
        'src/features/billing/pdf/pdf-worker.ts',
        'src/features/bookings/external-calendars/ical-worker/ical-worker.ts',
        'src/platform/text/text-worker.ts',
        'src/platform/backup/age-worker.ts',
        'src/features/import-export/actions/import-worker.ts',
        'src/features/media/actions/picture-worker.ts',
      ],
      output: { entryFileNames: '[name].js' },
    },
  },
});
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
        'src/app/styles/public.css',
        'src/app/styles/dashboard.css',
      ],
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
/** Returns the files to preload for each page, without the app's, by path; `*` is for URLs without a page. */
async function listPageNeeds(): Promise<PageAssets['pagePreloads']> {
  const forms = ['src/app/form-pages.ts', 'src/app/browser/members-api.ts'];
  const dashboard = [
    'src/app/dashboard-routes.tsx',
    'src/app/layouts/DashboardLayout.tsx',
    'src/app/layouts/dashboard/DashboardError.tsx',
    'src/app/browser/members-api.ts',
  ];
  const needs: Record<string, string[]> = { '*': listFiles(forms) };
  for (const [entries, always] of [
    [readerPages, forms],
    [formPages, forms],
    [dashboardPages, dashboard],
  ] as const) {
    const sources = new Map<PageEntry, string>();
    for (const entry of entries) sources.set(entry, await findModule(entry.load));
    for (const entry of entries) {
      if (entry.path === undefined) continue;
      const shown = entries.filter(other => other === entry || isBelow(other, entry) || isBelow(entry, other));
      needs[entry.path] = listFiles([...always, ...shown.flatMap(each => sources.get(each) ?? [])]);
    }
  }
  return needs;
}

type PageEntry = ReaderPage | FormPage | DashboardPage | PagePart;

const isBelow = (part: PageEntry, { path }: PageEntry) =>
  'below' in part && path !== undefined && part.below.includes(path);

/** Returns the source file that a page's `load` imports, without loading it. */
async function findModule(load: () => Promise<unknown>): Promise<string> {
  let found: string | undefined;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      found = relative(root, fileURLToPath(next(specifier, context).url));
      return { url: 'data:text/javascript,', shortCircuit: true };
    },
  });
  await load();
  hooks.deregister();
  if (found === undefined) throw new Error(`${String(load)} imports nothing, or what another page imports.`);
  return found;
}

/** Returns the files of these sources and of everything they import. */
function listFiles(sources: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (source: string): void => {
    if (found.has(source)) return;
    found.add(source);
    for (const needed of manifest[source]?.imports ?? []) add(needed);
  };
  for (const source of sources) add(source);
  return [...found].map(source => `/${address(source)}`);
}
const theme = await transformWithOxc(await readFile(join(root, 'src/app/browser/theme.js'), 'utf8'), 'theme.js', {});
const assets: PageAssets = {
  publicStyleSheet: `/${address('src/app/styles/public.css')}`,
  dashboardStyleSheet: `/${address('src/app/styles/dashboard.css')}`,
  fontStyleSheet: fonts.styleSheet,
  fontFiles: fonts.files,
  themeScript: theme.code
    .replace(/\/\/.*$/gm, '')
    .replace(/\s*\n\s*/g, '')
    .trim(),
  bootstrapScript: (await readFile(join(dist, 'client', address('src/app/browser/bootstrap.ts')), 'utf8')).trim(),
  trackingScript: `/${address('src/app/browser/visits.ts')}`,
  entryScript: `/${address('src/app/browser/hydrate.tsx')}`,
  entryPreloads: listFiles(['src/app/browser/hydrate.tsx']).slice(1),
  pagePreloads: await listPageNeeds(),
};
await writeFile(join(dist, 'assets.json'), JSON.stringify(assets));
await compressAll(join(dist, 'client/assets'));

/** Writes .br and .gz files for every script and style sheet, so the server never compresses them. */
async function compressAll(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const compress = async (name: string) => {
    const bytes = await readFile(join(folder, name));
    await writeFile(
      join(folder, `${name}.br`),
      await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    await writeFile(join(folder, `${name}.gz`), await zip(bytes, { level: 9 }));
  };
  await Promise.all((await readdir(folder)).filter(name => /\.(js|css|svg)$/.test(name)).map(compress));
}
