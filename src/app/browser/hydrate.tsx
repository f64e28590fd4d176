import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterContextProvider } from 'react-router';
import { readFormResult } from '#platform/pages/form-result.ts';
import { apiContext } from '#platform/pages/loader.ts';
import { ChunkLoadError } from '#platform/browser/lazy-page.ts';
import { readEarlyTexts, replayEarlyInput } from '#platform/browser/replay-input.ts';
import { fetchWithTimeout } from '#platform/browser/fetch-with-timeout.ts';
import { paths } from '#shared/paths.ts';
import type { OpenAPI } from '@orpc/contract';
import { openApiContext } from '../pages/description-context.ts';
import { api, upload } from './api.ts';
import { App } from './App.tsx';
import { createInitialRoutes } from './routes.ts';

/**
 * Takes over the page that the server sent: the page's code and data are fetched first, so that what React renders is
 * what already stands there. Throws ChunkLoadError.
 */
async function hydrateApp(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('Root element not found');
  const answer = readFormResult();
  // Asked for anew it would show the form instead of what failed.
  if (answer?.hasError) return;
  const styled = loadFullStylesheet();
  const { routes, ...options } = await createInitialRoutes(location.pathname);
  const router = createBrowserRouter(routes, {
    ...options,
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
      const stop = router.subscribe(state => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    });
  }
  await styled;
  const missing = Object.values(router.state.errors ?? {}).find(error => error instanceof ChunkLoadError);
  if (missing) throw missing;
  // The reader is where they are: taking over is no navigation, and must not scroll the page.
  Object.assign(router.state, { restoreScrollPosition: false, actionData: answer?.actionData ?? null });
  const early = readEarlyTexts(root);
  await new Promise<void>(resolve => {
    hydrateRoot(root, createElement(App, { router, api, upload, onTakenOver: resolve }));
  });
  document.documentElement.dataset.app = 'ready';
  replayEarlyInput(root, early);
}

/** A page has only its own part of the style sheet; the pages after it need the whole. Without it they still read. */
async function loadFullStylesheet(): Promise<void> {
  const href = document.querySelector<HTMLElement>('script[data-app]')?.dataset.style;
  if (!href) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  await new Promise(resolve => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
    document.head.append(link);
  });
}

/** What the server sent stays as it is, whole without script, when its code cannot be had. */
function ignoreMissingPageCode(error: unknown): void {
  if (!(error instanceof ChunkLoadError)) throw error;
}

/** Settles once the page is React's. Loading this module twice starts it once. */
export const hydration = hydrateApp().catch(ignoreMissingPageCode);
