import { data, type RouteObject } from 'react-router';
import { lazyPage } from '#platform/pages/lazy-page.ts';
import type { DashboardPage, FormPage, PagePart, ReaderPage } from '#platform/pages/page-definitions.ts';
import { isPart } from '#platform/pages/page-registry.ts';
import { ErrorPage } from './layouts/ErrorPage.tsx';
import { loadSiteLayout, PublicLayout } from './layouts/PublicLayout.tsx';
import { readerPages } from './pages.ts';

/** Matches every URL without a page. */
export const notFoundRoute: RouteObject = {
  path: '*',
  loader: () => {
    throw data(undefined, { status: 404 });
  },
  Component: () => null,
};

const revalidateOnPathChange = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname;

/** Returns the routes of declared pages with their parts; the page at `root` becomes the index route. */
export function toRoutes(
  entries: readonly (ReaderPage | DashboardPage | FormPage | PagePart)[],
  root?: string,
): RouteObject[] {
  const parts = entries.filter(isPart);
  return entries.flatMap((entry): RouteObject[] => {
    if (isPart(entry)) return [];
    const { path, load, revalidateOn } = entry;
    const lazy = lazyPage(load);
    if (path === root) return [{ index: true, lazy }];
    return [
      {
        path,
        caseSensitive: true,
        lazy,
        ...('hidesMenu' in entry ? { handle: 'hidesMenu' } : {}),
        ...('embedsData' in entry ? { handle: 'embedsData' } : {}),
        ...(revalidateOn === 'path' ? { shouldRevalidate: revalidateOnPathChange } : {}),
        children: parts.filter(({ below }) => below.includes(path)).map(toPartRoute),
      },
    ];
  });
}

function toPartRoute({ path, load }: PagePart): RouteObject {
  return path === undefined ? { index: true, lazy: lazyPage(load) } : { path, lazy: lazyPage(load) };
}

/** Routes that browsers download with the first page that needs them. */
export interface PrivateRoutes {
  /** Rendered in the public layout. */
  readonly forms?: RouteObject[];
  readonly dashboard?: RouteObject;
}

export const PUBLIC_ROUTE_ID = 'public';
export const DASHBOARD_ROUTE_ID = 'dashboard';

/**
 * Returns the public routes and the given ones. Default route IDs are positions, so public routes come first: their IDs
 * match between the server, which has all routes, and browsers, which have some.
 */
export function createRoutes({ forms = [], dashboard }: PrivateRoutes = {}): RouteObject[] {
  return [
    {
      id: 'layout',
      Component: PublicLayout,
      ErrorBoundary: ErrorPage,
      loader: loadSiteLayout,
      shouldRevalidate: () => false,
      children: [
        {
          id: PUBLIC_ROUTE_ID,
          ErrorBoundary: ErrorPage,
          children: [...toRoutes(readerPages), notFoundRoute, ...forms],
        },
      ],
    },
    ...(dashboard ? [dashboard] : []),
  ];
}
