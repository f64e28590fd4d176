import { minifyContractRouter } from '@orpc/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Gives the browser the API's addresses and methods without the schemas behind them. */
function contractWithoutSchemas(): Plugin {
  const id = '\0virtual:contract';
  return {
    name: 'contract-without-schemas',
    resolveId: source => (source === 'virtual:contract' ? id : undefined),
    async load(source) {
      if (source !== id) return undefined;
      const { contract } = await import('./src/app/contract.ts');
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(minifyContractRouter(contract)))})`;
    },
  };
}

/** What most pages share comes as one file beside the page's own. The tooltip's code stays apart: few readers need it. */
const browserFiles = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'tooltip', test: /@base-ui|@floating-ui|TooltipPopup|reselect|use-sync-external-store/ },
    { name: 'shared', test: /node_modules|src\/(?:ui|shared|platform|app\/layouts)\/|\/components\// },
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
  // The server's bundle carries everything but native code, so that a start reads a few files instead of hundreds.
  ...(command === 'build' ? { ssr: { noExternal: true as const, external: ['sharp', 'vite'] } } : {}),
}));
