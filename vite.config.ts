import type { AnyProcedure } from '@orpc/server';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ESTree, parseAst, type Plugin, type Rolldown } from 'vite';
import { getTrackedPathPattern } from './src/platform/pages/page-registry.ts';

/** Imports a source file at run time. An ordinary import would bundle all that it uses into this configuration. */
const importSource = (path: string): Promise<unknown> => import(new URL(path, import.meta.url).href);

type Endpoint = AnyProcedure['~orpc'];

/** Pages that readers see load only from these. The other endpoints are loaded on first use. */
const isForReaders = ({ route, meta }: Endpoint) => route.method === 'GET' && meta.access === 'public';

/** Returns the addresses of some endpoints for the browser, without schemas and descriptions. */
async function writeContract(isIn: (endpoint: Endpoint) => boolean): Promise<string> {
  const { router } = (await importSource('src/app/router.ts')) as typeof import('./src/app/router.ts');
  const json = JSON.stringify(router, (_key, value: Partial<AnyProcedure> | null) => {
    const endpoint = value?.['~orpc'];
    if (!endpoint) return value;
    if (!isIn(endpoint)) return undefined;
    const { method, path, inputStructure, outputStructure } = endpoint.route;
    return { '~orpc': { route: { method, path, inputStructure, outputStructure }, meta: {}, errorMap: {} } };
  });
  return `export default JSON.parse(${JSON.stringify(json)})`;
}

/** Returns the pattern of the paths whose visits are counted. */
async function writeTrackedPath(): Promise<string> {
  const { sitePages } = (await importSource('src/app/site-pages.ts')) as typeof import('./src/app/site-pages.ts');
  return `export default ${getTrackedPathPattern(sitePages.all)}`;
}

/** Modules generated from the sources (src/app/browser/modules.d.ts). */
function virtualModules(): Plugin {
  const modules: Readonly<Record<string, () => Promise<string>>> = {
    'virtual:readers-contract': () => writeContract(isForReaders),
    'virtual:members-contract': () => writeContract(endpoint => !isForReaders(endpoint)),
    'virtual:tracked-path': writeTrackedPath,
  };
  return {
    name: 'virtual-modules',
    resolveId: source => (source in modules ? `\0${source}` : undefined),
    load: source => modules[source.slice(1)]?.(),
  };
}

/**
 * Removes the code with which Vite preloads the scripts and styles of dynamic imports: nothing is preloaded here, and
 * no script imports styles.
 */
function importsWithoutPreloading(): Plugin {
  return {
    name: 'imports-without-preloading',
    enforce: 'pre',
    load: id => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : undefined),
  };
}

type Graph = Rolldown.ChunkingContext;

/** The static imports of each module that uses a feature's public file. */
const parsedImports = new Map<string, ESTree.ImportDeclaration[]>();

/** Returns whether a module imports one of these names from a feature's public file. */
function importsAny(id: string, graph: Graph, publicFile: string, names: readonly string[]): boolean {
  const imports =
    parsedImports.get(id) ??
    parseAst(graph.getModuleInfo(id)?.code ?? '').body.filter(statement => statement.type === 'ImportDeclaration');
  parsedImports.set(id, imports);
  return imports.some(
    ({ source, specifiers }) =>
      publicFile.endsWith(source.value.slice('#'.length)) &&
      specifiers.some(it => it.type === 'ImportSpecifier' && names.includes(it.local.name)),
  );
}

/**
 * Collects a module and everything that imports it statically, directly or indirectly. What a feature's `browser.ts`
 * exports is imported by those who use its names, not by everyone who uses the file.
 */
function collectImporters(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  const { importers = [], exports = [] } = graph.getModuleInfo(id) ?? {};
  for (const importer of importers) {
    const users = importer.endsWith('/browser.ts')
      ? graph.getModuleInfo(importer)?.importers.filter(user => importsAny(user, graph, importer, exports))
      : [importer];
    for (const user of users ?? []) collectImporters(user, graph, found);
  }
  return found;
}

/** Modules that at least this many pages share go into one common file. */
const MANY = 3;

/**
 * Names the file of a module by the pages that need it: the app or several readers' pages, several forms, or several
 * pages of the dashboard. The list that declares a page determines who reads it. Other modules stay with their page.
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
    // The first version of each engine with popovers and light-dark(), which keep the pages and their style small.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // A feature's list of exports doesn't load what a page doesn't use of it.
      treeshake: { moduleSideEffects: [{ test: /\/features\/[\w-]+\/browser\.ts$/, sideEffects: false }] },
      // The bootstrap uses the app's exports.
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
  // The server bundle includes everything but native code and WebAssembly, so that starting reads a few files instead
  // of hundreds. Only local sites load oidc-provider, on demand.
  ...(command === 'build'
    ? {
        ssr: { noExternal: true as const, external: ['sharp', 'harfbuzzjs', 'vite', 'oidc-provider'] },
        // Always, whatever NODE_ENV is: otherwise React would render with its development checks.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }
    : {}),
}));
