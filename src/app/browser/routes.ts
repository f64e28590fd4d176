import { type createBrowserRouter, matchRoutes, type PatchRoutesOnNavigationFunction } from 'react-router';
import { lazyPage } from '#platform/pages/lazy-page.ts';
import { isDashboardPath } from '#shared/paths.ts';
import { createRoutes, notFoundRoute, PUBLIC_ROUTE_ID, toRoutes } from '../routes.tsx';

type RouterOptions = Required<
  Pick<NonNullable<Parameters<typeof createBrowserRouter>[1]>, 'patchRoutesOnNavigation'>
> & {
  readonly routes: Parameters<typeof createBrowserRouter>[0];
};

const loadForms = lazyPage(async () => toRoutes((await import('../form-pages.ts')).formPages));
const loadDashboard = lazyPage(async () => {
  const [{ dashboardRoute }] = await Promise.all([import('../dashboard-routes.tsx'), loadDashboardStyle()]);
  return dashboardRoute;
});

/** Loads the dashboard's style sheet into a public document. If it fails, the dashboard is shown without it. */
async function loadDashboardStyle(): Promise<void> {
  const href = document.querySelector<HTMLElement>('script[data-app]')?.dataset.dashboardStyle;
  if (!href || document.querySelector(`link[href="${href}"]`)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  await new Promise(resolve => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
    document.head.append(link);
  });
}

function isReaderPath(path: string): boolean {
  return matchRoutes(createRoutes(), path)?.at(-1)?.route !== notFoundRoute;
}

/** Called before the router navigates to an unknown or parameterized URL. Known routes stay. */
const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isDashboardPath(path)) patch(null, [await loadDashboard()]);
  else if (!isReaderPath(path)) patch(PUBLIC_ROUTE_ID, await loadForms());
};

/**
 * Returns the routes for a document at `path`: those of its audience immediately, others on navigation. Route IDs match
 * the server's, since form results refer to them (form-result.ts). Throws ChunkLoadError.
 */
export async function createInitialRoutes(path: string): Promise<RouterOptions> {
  const privateRoutes = isDashboardPath(path)
    ? { dashboard: await loadDashboard() }
    : isReaderPath(path)
      ? {}
      : { forms: await loadForms() };
  return { routes: createRoutes(privateRoutes), patchRoutesOnNavigation };
}
