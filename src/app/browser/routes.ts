import { type createBrowserRouter, matchRoutes, type PatchRoutesOnNavigationFunction } from 'react-router';
import { pageCode } from '#platform/browser/lazy-page.ts';
import { nothingHere, PUBLIC, siteRoutes } from '../routes.tsx';

type Routing = Pick<NonNullable<Parameters<typeof createBrowserRouter>[1]>, 'patchRoutesOnNavigation'> & {
  readonly routes: Parameters<typeof createBrowserRouter>[0];
};

const fetchFurtherRoutes = pageCode(async () => (await import('../further-routes.tsx')).furtherRoutes);

function isReaders(path: string): boolean {
  return matchRoutes(siteRoutes(), path)?.at(-1)?.route !== nothingHere;
}

/** Called before the router goes to an address that it does not know, or that has a part which varies. */
const addFurtherRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isReaders(path)) return;
  const further = await fetchFurtherRoutes();
  // What is there already stays as it is.
  patch(PUBLIC, further.public);
  patch(null, [further.dashboard]);
};

/**
 * The routes for a document at `path`. Whoever begins with a reader's page gets the further ones on the way to the first
 * of those; a document of theirs has all from the start, under the names that the server has for them, which what it
 * says of a form that was sent goes by (form-answer.ts). Throws PageCodeMissing.
 */
export async function routesFrom(path: string): Promise<Routing> {
  if (isReaders(path)) return { routes: siteRoutes(), patchRoutesOnNavigation: addFurtherRoutes };
  return { routes: siteRoutes(await fetchFurtherRoutes()) };
}
