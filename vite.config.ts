import { minifyContractRouter } from '@orpc/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** What readers' pages ask; what only people with an account ask comes when it is first asked. */
const READERS_FEATURES = ['site', 'catalog', 'blog', 'projects', 'accounts'];

/** Gives the browser the API's addresses and methods without the schemas behind them, in two parts. */
function contractWithoutSchemas(): Plugin {
  const parts: Readonly<Record<string, (feature: string) => boolean>> = {
    'virtual:readers-contract': feature => READERS_FEATURES.includes(feature),
    'virtual:members-contract': feature => !READERS_FEATURES.includes(feature),
  };
  return {
    name: 'contract-without-schemas',
    resolveId: source => (source in parts ? `\0${source}` : undefined),
    async load(source) {
      const isIn = parts[source.slice(1)];
      if (!isIn) return undefined;
      const { contract } = await import('./src/app/contract.ts');
      const part = Object.fromEntries(Object.entries(contract).filter(([feature]) => isIn(feature)));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(minifyContractRouter(part)))})`;
    },
  };
}

/** What only pages of the dashboard use; readers of the public pages never fetch it. */
const dashboardOnly =
  /src\/(?:app\/layouts\/(?:dashboard\/|DashboardLayout)|features\/people\/components\/|ui\/(?:table\/|ConfirmDialog|PersonMark|WorkPage))/;

const controls = /@base-ui|@floating-ui|TooltipPopup|CommandPalette|reselect|use-sync-external-store/;

/** What the tooltip needs is in its file; what only the command palette needs besides, in the palette's. */
function nameOfControl(id: string, graph: Rolldown.ChunkingContext): string {
  const seen = new Set<string>();
  const leadsTo = (name: string, from: string): boolean => {
    if (from.includes(name)) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return graph.getModuleInfo(from)?.importers.some(importer => leadsTo(name, importer)) ?? false;
  };
  return leadsTo('TooltipPopup', id) ? 'tooltip' : 'palette';
}

/** What most pages share comes as one file beside the page's own. What few readers need stays apart from it. */
const browserFiles = {
  includeDependenciesRecursively: false,
  groups: [
    { name: nameOfControl, debugName: 'controls', test: controls },
    { name: 'dashboard', test: dashboardOnly },
    {
      name: 'forms',
      test: /src\/ui\/(?:PageForm|Field|FieldFrame|PasswordField|CodeField|Countdown|ParticleBackground)\.tsx|icons\/eye(?:-off)?\.mjs$|features\/(?:accounts|password-resets|profiles)\/components\/(?!Session)/,
    },
    { name: 'particles', test: /src\/ui\/particles\// },
    // What only pages for people with an account show comes with those pages.
    {
      name: 'shared',
      test: /node_modules\/(?!@simplewebauthn)|src\/(?:ui(?!\/(?:popup|ModalDialog|SettingsPart|TaskFailureText|use-task))|shared|platform|app\/layouts)\/|features\/(?:blog|catalog|projects|site)\/components\//,
    },
  ],
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), contractWithoutSchemas()],
  publicDir: false,
  optimizeDeps: { entries: ['src/app/browser/app.tsx', 'src/ui/TooltipPopup.tsx'] },
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
  // The server's bundle carries everything but native code, so that a start reads a few files instead of hundreds. The
  // stand-in provider is read by few sites and only on demand.
  ...(command === 'build' ? { ssr: { noExternal: true as const, external: ['sharp', 'vite', 'oidc-provider'] } } : {}),
}));
