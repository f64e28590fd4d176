import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import { readHydrationData } from '#platform/pages/hydration-data.ts';
import { apiContext, openApiContext } from '#platform/pages/loader.ts';
import { ChunkLoadError } from '#platform/pages/lazy-page.ts';
import { readEarlyTexts, replayEarlyInput } from '#platform/browser/replay-input.ts';
import { fetchWithTimeout } from '#platform/browser/fetch-with-timeout.ts';
import { paths } from '#shared/paths.ts';
import type { OpenAPI } from '@orpc/contract';
import { DASHBOARD_ROUTE_ID } from '../routes.tsx';
import { api, cachedApi, cacheResponse, upload } from './api.ts';
import { App } from './App.tsx';
import { isLoadError, loadPageData } from './load-page-data.ts';
import { createInitialRoutes } from './routes.ts';
import type { loader as loadDashboard } from '../layouts/DashboardLayout.tsx';

/** Milliseconds after which the data in a document may be out of date. */
const MAX_DATA_AGE = 30_000;

type DashboardData = Awaited<ReturnType<typeof loadDashboard>>;

/**
 * Hydrates the page. Loads its code and data first, so React renders exactly the server's HTML; keeps that without
 * hydration if the data can't be loaded. Throws ChunkLoadError.
 */
async function hydrateApp(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('Root element not found');
  const { loaderData, actionData = null, hasFormError } = readHydrationData();
  // Loading the data again would show the form instead of the error.
  if (hasFormError) return;
  const { routes, ...options } = await createInitialRoutes(location.pathname);
  if (loaderData) await loadPageCode(routes);
  const dashboard = loaderData?.[DASHBOARD_ROUTE_ID] as DashboardData | undefined;
  // Many pages of the dashboard ask for it before anything else.
  if (dashboard) cacheResponse(['profile', 'get'], dashboard.profile);
  const router = createBrowserRouter(routes, {
    ...options,
    dataStrategy: loadPageData,
    ...(loaderData ? { hydrationData: { loaderData } } : {}),
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(apiContext, api);
      context.set(openApiContext, async () => {
        const response = await fetchWithTimeout(new Request(paths.openapi));
        return (await response.json()) as OpenAPI.Document;
      });
      return context;
    },
  });
  if (!router.state.initialized) {
    await new Promise<void>(resolve => {
      const unsubscribe = router.subscribe(state => {
        if (!state.initialized) return;
        unsubscribe();
        resolve();
      });
    });
  }
  // An error would replace the page that the reader has, and what they typed in it.
  if (Object.values(router.state.errors ?? {}).some(isLoadError)) return router.dispose();
  // Hydration isn't a navigation and must not scroll the page.
  Object.assign(router.state, { restoreScrollPosition: false, actionData });
  const earlyTexts = readEarlyTexts(root);
  await new Promise<void>(resolve => {
    hydrateRoot(root, createElement(App, { router, api, cachedApi, upload, onHydrated: resolve }));
  });
  document.documentElement.dataset.app = 'ready';
  replayEarlyInput(root, earlyTexts);
  if (loaderData && performance.now() > MAX_DATA_AGE) await router.revalidate();
}

/** Loads the code of the page's routes. If the router loaded it, it would load their data again as well. */
async function loadPageCode(routes: RouteObject[]): Promise<void> {
  const load = async ({ route }: { route: RouteObject }) => {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
  };
  await Promise.all((matchRoutes(routes, location) ?? []).map(load));
}

/** If the page's code can't be loaded, the page works as without JavaScript. */
function ignoreMissingPageCode(error: unknown): void {
  if (!(error instanceof ChunkLoadError)) throw error;
}

let hydration: Promise<void> | undefined;

/** Hydrates the page once, also if its bootstrap script runs twice. If loading fails, the next call tries again. */
export function hydrate(): Promise<void> {
  hydration ??= hydrateApp()
    .catch(ignoreMissingPageCode)
    .finally(() => {
      if (document.documentElement.dataset.app !== 'ready') hydration = undefined;
    });
  return hydration;
}
