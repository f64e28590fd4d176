import { minifyContractRouter } from '@orpc/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { getTrackedPathPattern } from './src/platform/pages/page-registry.ts';

/** What readers' pages ask. The rest comes when it is first asked. */
const ASKED_BY_READERS = [
  'site.layout',
  'site.about',
  'site.legal',
  'catalog.pricing',
  'blog.list',
  'blog.byId',
  'blog.bySlug',
  'blog.topics',
  'projects.list',
  'projects.byId',
  'projects.topics',
  'comments.about',
  'orders.testimonials',
  'accounts.session',
];

const isForReaders = (feature: string, route: string) => ASKED_BY_READERS.includes(`${feature}.${route}`);

/** Returns the contract's addresses and methods for the browser, without the schemas, for some of its endpoints. */
async function writeContract(isIn: typeof isForReaders): Promise<string> {
  const { contract } = await import('./src/app/contract.ts');
  const part = Object.entries(contract).flatMap(([feature, routes]) => {
    const some = Object.entries(routes).filter(([route]) => isIn(feature, route));
    return some.length > 0 ? [[feature, Object.fromEntries(some)]] : [];
  });
  const json = JSON.stringify(minifyContractRouter(Object.fromEntries(part)));
  return `export default JSON.parse(${JSON.stringify(json)})`;
}

/** Returns the pattern of the paths whose visits are counted. */
async function writeTrackedPath(): Promise<string> {
  // A variable, so that Vite doesn't bundle all pages into this configuration.
  const url = new URL('src/app/site-pages.ts', import.meta.url).href;
  const { sitePages } = (await import(url)) as typeof import('./src/app/site-pages.ts');
  return `export default ${getTrackedPathPattern(sitePages.all)}`;
}

/** Modules that are derived from the sources (src/app/browser/modules.d.ts). */
function virtualModules(): Plugin {
  const modules: Readonly<Record<string, () => Promise<string>>> = {
    'virtual:readers-contract': () => writeContract(isForReaders),
    'virtual:members-contract': () => writeContract((feature, route) => !isForReaders(feature, route)),
    'virtual:tracked-path': writeTrackedPath,
  };
  return {
    name: 'virtual-modules',
    resolveId: source => (source in modules ? `\0${source}` : undefined),
    load: source => modules[source.slice(1)]?.(),
  };
}

/**
 * Vite wraps each import of code on demand in what preloads its needs and styles. Here nothing is preloaded, and all
 * styles are in one sheet, so that the import itself remains.
 */
function importsWithoutPreloading(): Plugin {
  return {
    name: 'imports-without-preloading',
    enforce: 'pre',
    load: id => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : undefined),
  };
}

type Graph = Rolldown.ChunkingContext;

/** Adds a module and all that import it statically, however indirectly. */
function collectImporters(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) collectImporters(importer, graph, found);
  return found;
}

/** What at least this many pages share is one file for all of them. */
const MANY = 3;

/**
 * Names the file of a module by who needs it: the app or several readers' pages, several forms, or several pages of the
 * dashboard. Who reads a page follows from the list that declares it. Everything else stays with the page that needs it.
 */
function nameChunk(id: string, graph: Graph): string | null {
  const module = graph.getModuleInfo(id);
  // The manifest lists these under their own names.
  if (!module || module.isEntry || module.dynamicImporters.length > 0) return null;
  const importers = [...collectImporters(id, graph)];
  const countPages = (list: string) =>
    importers.filter(importer => graph.getModuleInfo(importer)?.dynamicImporters.some(by => by.endsWith(list))).length;
  const readers = countPages('/pages.ts');
  if (readers > 1 || importers.some(importer => importer.endsWith('/hydrate.tsx'))) return 'shared';
  if (readers > 0) return null;
  const [forms, dashboard] = [countPages('/form-pages.ts'), countPages('/dashboard-pages.ts')];
  if (forms > 0) return forms + dashboard >= MANY ? 'forms' : null;
  return dashboard >= MANY || importers.some(importer => importer.endsWith('/DashboardLayout.tsx'))
    ? 'dashboard'
    : null;
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), virtualModules(), importsWithoutPreloading()],
  publicDir: false,
  optimizeDeps: { entries: ['src/app/browser/hydrate.tsx', 'src/ui/TooltipPopup.tsx'] },
  appType: 'custom',
  build: {
    target: 'es2023',
    // The first of each engine with popovers and light-dark(), by which the pages and their parts of the sheet stay small.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // The bootstrap waits for what the app exports.
      preserveEntrySignatures: 'allow-extension',
      ...(isSsrBuild
        ? {}
        : {
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [{ name: nameChunk, debugName: 'pages' }],
              },
            },
          }),
    },
  },
  // The server's bundle carries everything but native code and WebAssembly, so that a start reads a few files instead of
  // hundreds. Only local sites load oidc-provider, on demand.
  ...(command === 'build'
    ? {
        ssr: { noExternal: true as const, external: ['sharp', 'harfbuzzjs', 'vite', 'oidc-provider'] },
        // However it is started: React would otherwise render with all its checks for developers.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }
    : {}),
}));
