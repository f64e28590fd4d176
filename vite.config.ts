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

export default defineConfig({
  plugins: [react(), tailwindcss(), contractWithoutSchemas()],
  publicDir: false,
  appType: 'custom',
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  ssr: { noExternal: true },
});
