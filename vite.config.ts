import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ESTree, parseAst, type Plugin, type Rolldown } from 'vite';

/**
 * Modules that are generated from the API and the list of pages. A build takes them from the server's bundle, which
 * loads faster than the sources.
 */
function virtualModules(isBuild: boolean): Plugin {
  const source = isBuild ? './dist/server/browser-modules.js' : './src/app/browser-modules.ts';
  return {
    name: 'virtual-modules',
    resolveId: id => (id.startsWith('virtual:') ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith('\0virtual:')) return undefined;
      // An ordinary import would bundle it into this configuration.
      const { browserModules } = (await import(new URL(source, import.meta.url).href)) as Pick<
        typeof import('./src/app/browser-modules.ts'),
        'browserModules'
      >;
      return browserModules[id.slice(1)]?.();
    },
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
 * Collects a module and everything that imports it statically, directly or indirectly. The exports of a feature's
 * `browser.ts` are imported by the modules that use their names, not by all that import the file.
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

/** Packages with native code or WebAssembly, and oidc-provider, which only local sites load. A release installs them. */
const externalPackages = JSON.parse(
  readFileSync(new URL('tools/build/external-packages.json', import.meta.url), 'utf8'),
) as string[];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), virtualModules(command === 'build'), importsWithoutPreloading()],
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
      // Importing a feature's public file doesn't load the exports that a page doesn't use.
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
  // The server bundle includes all other packages, so starting reads a few files instead of hundreds.
  ...(command === 'build'
    ? {
        ssr: { noExternal: true as const, external: [...externalPackages, 'vite'] },
        // Always, regardless of NODE_ENV: otherwise React would render with its development checks.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }
    : {}),
}));
