import { type createBrowserRouter, matchRoutes, type PatchRoutesOnNavigationFunction } from 'react-router';
import { lazyPage } from '#platform/browser/lazy-page.ts';
import { notFoundRoute, PUBLIC_ROUTE_ID, createRoutes } from '../routes.tsx';

type RouterOptions = Pick<NonNullable<Parameters<typeof createBrowserRouter>[1]>, 'patchRoutesOnNavigation'> & {
  readonly routes: Parameters<typeof createBrowserRouter>[0];
};

const loadAppRoutes = lazyPage(async () => (await import('../further-routes.tsx')).appRoutes);

function isPublicPagePath(path: string): boolean {
  return matchRoutes(createRoutes(), path)?.at(-1)?.route !== notFoundRoute;
}

/** Called before the router goes to an address that it does not know, or that has a part which varies. */
const patchAppRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isPublicPagePath(path)) return;
  const further = await loadAppRoutes();
  // What is there already stays as it is.
  patch(PUBLIC_ROUTE_ID, further.public);
  patch(null, [further.dashboard]);
};

/**
 * The routes for a document at `path`. Whoever begins with a reader's page gets the further ones on the way to the first
 * of those; a document of theirs has all from the start, under the names that the server has for them, which what it
 * says of a form that was sent goes by (form-result.ts). Throws ChunkLoadError.
 */
export async function createInitialRoutes(path: string): Promise<RouterOptions> {
  if (isPublicPagePath(path)) return { routes: createRoutes(), patchRoutesOnNavigation: patchAppRoutes };
  return { routes: createRoutes(await loadAppRoutes()) };
}
