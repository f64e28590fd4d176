import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { StartupError } from '#platform/startup-error.ts';
import type { Assets, PageRenderer, ServerEntry } from './page-renderer.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Creates a renderer that always uses the current sources and caches nothing. Scripts and styles use the site's port;
 * hot reloading uses a free one, so two sites can run at the same time.
 */
export async function createDevRenderer(): Promise<PageRenderer> {
  const server = { middlewareMode: true, ws: { port: await findFreePort() } };
  const vite = await createServer({ root, server, appType: 'custom' });
  const built = await readFile(join(root, 'dist/assets.json'), 'utf8').catch(() => {
    throw new StartupError('The fonts are not built yet. Run npm start once, then npm run dev.');
  });
  const { fontStyleSheet, fontFiles } = JSON.parse(built) as Assets;
  const themeScript = await readFile(join(root, 'src/app/browser/theme.js'), 'utf8');
  const loadEntry = () => vite.ssrLoadModule('/src/app/entry-server.tsx') as Promise<ServerEntry>;
  const assets: Assets = {
    publicStyleSheet: '/src/app/styles/dashboard.css',
    dashboardStyleSheet: '/src/app/styles/dashboard.css',
    fontStyleSheet,
    fontFiles,
    themeScript,
    bootstrapScript: 'import "/src/app/browser/bootstrap.ts"',
    trackingScript: '/src/app/browser/visits.ts',
    entryScript: '/src/app/browser/hydrate.tsx',
    entryPreloads: [],
    pagePreloads: {},
    developmentHead: `<script type="module" src="/@vite/client"></script><script type="module">import { injectIntoGlobalHook } from "/@react-refresh"; injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => type => type;</script>`,
    devContentSecurityPolicy: "default-src 'self' 'unsafe-inline' data: ws:",
  };
  return {
    middleware: vite.middlewares,
    close: () => vite.close(),
    isCacheable: false,
    assets: async () => assets,
    async render(url, services, requestId, form) {
      return (await loadEntry()).render(url, services, requestId, form);
    },
    async renderEmail(template, props, site) {
      return (await loadEntry()).renderEmailTemplate(template, props, site);
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createTcpServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
