import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

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

/** Gives the browser the API's addresses and methods without the schemas behind them, in two parts. */
function contractWithoutSchemas(): Plugin {
  const parts: Readonly<Record<string, typeof isForReaders>> = {
    'virtual:readers-contract': isForReaders,
    'virtual:members-contract': (feature, route) => !isForReaders(feature, route),
  };
  return {
    name: 'contract-without-schemas',
    resolveId: source => (source in parts ? `\0${source}` : undefined),
    async load(source) {
      const isIn = parts[source.slice(1)];
      if (!isIn) return undefined;
      const { contract } = await import('./src/app/contract.ts');
      const part = Object.entries(contract).flatMap(([feature, routes]) => {
        const some = Object.entries(routes).filter(([route]) => isIn(feature, route));
        return some.length > 0 ? [[feature, Object.fromEntries(some)]] : [];
      });
      const json = JSON.stringify(minifyContractRouter(Object.fromEntries(part)));
      return `export default JSON.parse(${JSON.stringify(json)})`;
    },
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

/** Tells the server which file each page's code is in, so that a document can name what the page needs (build.ts). */
function filesOfPages(): Plugin {
  return {
    name: 'files-of-pages',
    enforce: 'pre',
    transform: (code, id, options) =>
      options?.ssr && id.endsWith('-routes.tsx')
        ? code.replace(/lazyPage\((\(\) => import\('([^']+)'\))\)/g, (_call, load: string, source: string) => {
            return `lazyPage(${load}, '${fileOf(source)}')`;
          })
        : undefined,
  };
}

type Graph = Rolldown.ChunkingContext;

/** The modules that need this one at once, however far behind it, and it itself. */
function neededBy(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) neededBy(importer, graph, seen);
  return seen;
}

/** The pages that are read; all others are worked in. */
const READ_PAGES = [
  'app/pages/HomePage.tsx',
  'features/site/pages/AboutPage.tsx',
  'features/site/pages/PrivacyPolicyPage.tsx',
  'features/site/pages/TermsConditionsPage.tsx',
  'features/blog/pages/BlogsPage.tsx',
  'features/blog/pages/PostPage.tsx',
  'features/blog/pages/PostByIdPage.tsx',
  'features/projects/pages/ProjectsPage.tsx',
  'features/projects/pages/ProjectPage.tsx',
  'features/pricing/pages/PricingPage.tsx',
].map(path => `src/${path}`);

/** What readers have at once, and the pages that they read. */
const READERS = ['src/app/browser/hydrate.tsx', ...READ_PAGES];

/** The file that a list of routes means. */
function fileOf(source: string): string {
  return source.startsWith('#') ? `src/${source.slice(1)}` : posix.join('src/app', source);
}

/** The pages that a list of routes names. */
function pagesIn(routes: string): string[] {
  return [...routes.matchAll(/import\('([^']+)'\)/g)].map(([, source = '']) => fileOf(source));
}

const lists = readdirSync('src/app')
  .filter(name => name.endsWith('-routes.tsx'))
  .map(name => ({ name, text: readFileSync(`src/app/${name}`, 'utf8') }));

/** The pages outside of the dashboard that are worked in: signing in, ordering, booking. */
const FORM_PAGES = lists.flatMap(({ name, text }) =>
  name === 'dashboard-routes.tsx' ? [] : pagesIn(text.split('\n  dashboard: [')[0] ?? ''),
);

const DASHBOARD_PAGES = lists.flatMap(({ text }) => pagesIn(text)).filter(page => !FORM_PAGES.includes(page));

/** The files that these need at once, however far behind them. */
function filesBehind(entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const follow = (path: string) => {
    if (found.has(path) || !/\.tsx?$/.test(path)) return;
    found.add(path);
    for (const [, source = ''] of readFileSync(path, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*?from '([^']+)';/gm,
    )) {
      if (source.startsWith('#')) follow(`src/${source.slice(1)}`);
      if (source.startsWith('.')) follow(posix.join(dirname(path), source));
    }
  };
  for (const entry of entries) follow(entry);
  return found;
}

/** The names of the icons that a file shows. */
function iconsIn(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/import \{([^}]+)\} from 'lucide-react'/g)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map(name => name.trim())
      .filter(Boolean),
  );
}

/**
 * Where each icon belongs, by its file: all icons come through one module, which hides from the graph who needs which.
 * What one page of the readers' shows, and nobody else, stays with that page (null).
 */
function placesOfIcons(): Map<string, 'shared' | 'forms' | 'icons' | null> {
  const all = readFileSync('node_modules/lucide-react/dist/esm/lucide-react.mjs', 'utf8');
  const exports = [...all.matchAll(/export \{([^}]+)\} from '\.\/(icons\/[\w-]+\.mjs)'/g)];
  const showing = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .map(path => ({ path: `src/${path}`, icons: iconsIn(`src/${path}`) }))
    .filter(({ icons }) => icons.length > 0);
  const pages = READERS.map(entry => filesBehind([entry]));
  const forms = filesBehind(FORM_PAGES);
  return new Map(
    exports.map(([, names = '', file = '']) => {
      const shows = showing.filter(({ icons }) => icons.some(name => new RegExp(`\\b${name}\\b`).test(names)));
      const reading = pages.filter(files => shows.some(({ path }) => files.has(path)));
      const alone = reading.length === 1 && reading[0] !== pages[0] && shows.every(({ path }) => reading[0]?.has(path));
      if (alone) return [file, null];
      return [file, reading.length > 0 ? 'shared' : shows.some(({ path }) => forms.has(path)) ? 'forms' : 'icons'];
    }),
  );
}

const icons = placesOfIcons();

/** What the app, or more than one of the readers' pages, needs comes as one file; all else with the pages that need it. */
function nameForReaders(id: string, graph: Graph): string | null {
  const icon = /lucide-react\/dist\/esm\/(icons\/[\w-]+\.mjs)$/.exec(id)?.[1];
  if (icon) return icons.get(icon) ?? null;
  // Small, and needed by every page, or below every post and project: as a file of its own it would cost more.
  if (/vite\/preload-helper|\/CommentsPage\.tsx$/.test(id)) return 'shared';
  const readers = [...neededBy(id, graph)].filter(importer => READERS.some(path => importer.endsWith(`/${path}`)));
  return readers.length > 1 || readers[0]?.endsWith('/app.tsx') ? 'shared' : null;
}

/** From so many pages on, what they share is one file for all of them. */
const MANY = 3;

/** What many pages outside of the dashboard need, and what many in it need besides, comes as one file each. */
function nameForWork(id: string, graph: Graph): string | null {
  const needing = [...neededBy(id, graph)];
  const count = (pages: readonly string[]) =>
    pages.filter(page => needing.some(one => one.endsWith(`/${page}`))).length;
  if (count(READERS) > 0) return null;
  const [outside, inside] = [count(FORM_PAGES), count(DASHBOARD_PAGES)];
  if (outside > 0) return outside + inside >= MANY ? 'forms' : null;
  return inside >= MANY || needing.some(importer => importer.endsWith('/DashboardLayout.tsx')) ? 'dashboard' : null;
}

/** The editor's two ways of writing, and what they share: the reading of Markdown. */
const EDITOR =
  /node_modules\/(?:prosemirror-|@codemirror\/|@lezer\/|@marijn\/|style-mod\/|crelt\/|w3c-keyname\/|rope-sequence\/|orderedmap\/|mdast-|micromark|unist-|devlop\/|decode-named-character|character-entities|ccount\/|markdown-table\/|longest-streak\/|zwitch\/|escape-string-regexp\/)|src\/ui\/editor\/(?!MarkdownEditor|surface)|src\/shared\/word-count/;

function nameOfEditor(id: string, graph: Graph): string {
  const needing = [...neededBy(id, graph)];
  const rich = needing.some(importer => importer.endsWith('/RichEditor.tsx'));
  const source = needing.some(importer => importer.endsWith('/SourceEditor.tsx'));
  return rich && source ? 'markdown' : rich ? 'rich-editor' : 'source-editor';
}

const CONTROLS = /@base-ui|@floating-ui|TooltipPopup|CommandPalette|reselect|use-sync-external-store/;

/** What the tooltip needs is in its file; what only the command palette needs besides, in the palette's. */
function nameOfControl(id: string, graph: Graph): string {
  return [...neededBy(id, graph)].some(importer => importer.includes('TooltipPopup')) ? 'tooltip' : 'palette';
}

/** What few readers need stays apart from what they all need, and what pages share from what is theirs alone. */
const browserFiles = {
  includeDependenciesRecursively: false,
  groups: [
    { name: nameOfControl, debugName: 'controls', test: CONTROLS },
    { name: nameOfEditor, debugName: 'editor', test: EDITOR },
    // Pages that are nearly the same, with what is theirs alone.
    { name: 'lists', test: /src\/(?:ui\/List|features\/(?:blog|projects)\/pages\/(?:Blogs|Projects)Page)/ },
    { name: 'post', test: /src\/features\/blog\/(?:components\/PostArticle|pages\/PostPage)/ },
    {
      name: 'project',
      test: /src\/features\/projects\/(?:components\/ProjectArticle|pages\/ProjectPage)|icons\/arrow-up-right\.mjs$/,
    },
    // What comments share with forms and the dashboard.
    { name: 'basics', test: /src\/ui\/(?:FormField|DateTime|Avatar|use-async-action)/ },
    // Home and about alone show these: readers of posts need not have them.
    { name: 'clients', test: /src\/features\/site\/components\/(?:Testimonials|TechnologyList)/ },
    { name: 'legal', test: /src\/features\/site\/(?:components\/LegalPage|pages\/(?:Privacy|Terms))/ },
    {
      name: nameForReaders,
      debugName: 'shared',
      test: /node_modules|vite\/preload-helper|src\/(?:ui|shared|platform|app\/layouts)\/|\/components\/|\/CommentsPage/,
    },
    { name: nameForWork, debugName: 'forms and dashboard', test: /\/src\/(?!ui\/particles\/)/ },
    { name: 'particles', test: /src\/ui\/particles\// },
  ],
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), contractWithoutSchemas(), importsWithoutPreloading(), filesOfPages()],
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
      ...(isSsrBuild ? {} : { output: { codeSplitting: browserFiles } }),
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
