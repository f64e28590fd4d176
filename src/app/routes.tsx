import { data, type RouteObject } from 'react-router';
import { lazyPage } from '#platform/browser/lazy-page.ts';
import { loadSiteLayout, PublicLayout } from './layouts/PublicLayout.tsx';
import { ErrorPage } from './layouts/ErrorPage.tsx';

/** Stands at every address that no page has. */
export const notFoundRoute: RouteObject = {
  path: '*',
  loader: () => {
    throw data(undefined, { status: 404 });
  },
  Component: () => null,
};

/** What a page shows stays while only a part of it is asked anew. */
const revalidateOnPathChange = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname;

/** What people say, below what they say it about. */
const comments: RouteObject = {
  index: true,
  lazy: lazyPage(() => import('#features/comments/pages/PostCommentsPage.tsx')),
};

/** The pages that readers come to. Code of a page arrives when it is first needed. */
const publicRoutes: RouteObject[] = [
  { path: '/', lazy: lazyPage(() => import('./pages/HomePage.tsx')) },
  { path: '/about', caseSensitive: true, lazy: lazyPage(() => import('#features/site/pages/AboutPage.tsx')) },
  {
    path: '/projects',
    caseSensitive: true,
    lazy: lazyPage(() => import('#features/projects/pages/ProjectsPage.tsx')),
  },
  {
    path: '/projects/:id',
    caseSensitive: true,
    lazy: lazyPage(() => import('#features/projects/pages/ProjectPage.tsx')),
    shouldRevalidate: revalidateOnPathChange,
    children: [comments],
  },
  {
    path: '/pricing',
    caseSensitive: true,
    lazy: lazyPage(() => import('#features/pricing/pages/PricingPage.tsx')),
  },
  { path: '/blogs', caseSensitive: true, lazy: lazyPage(() => import('#features/blog/pages/BlogsPage.tsx')) },
  {
    path: '/blogs/:id',
    caseSensitive: true,
    lazy: lazyPage(() => import('#features/blog/pages/PostByIdPage.tsx')),
  },
  {
    path: '/blog/:title',
    caseSensitive: true,
    lazy: lazyPage(() => import('#features/blog/pages/PostPage.tsx')),
    shouldRevalidate: revalidateOnPathChange,
    children: [comments],
  },
  {
    path: '/search',
    caseSensitive: true,
    lazy: lazyPage(() => import('#features/search/pages/SearchPage.tsx')),
  },
  {
    path: '/privacy-policy',
    caseSensitive: true,
    lazy: lazyPage(() => import('#features/site/pages/PrivacyPolicyPage.tsx')),
  },
  {
    path: '/terms-conditions',
    caseSensitive: true,
    lazy: lazyPage(() => import('#features/site/pages/TermsConditionsPage.tsx')),
  },
  { path: '/api/reference', caseSensitive: true, lazy: lazyPage(() => import('./pages/ApiReferencePage.tsx')) },
];

/** The pages that readers do not come to (further-routes.tsx). */
export interface AppRoutes {
  /** With the frame of the readers' pages. */
  readonly public: RouteObject[];
  readonly dashboard: RouteObject;
}

/** The route that the public pages stand in. */
export const PUBLIC_ROUTE_ID = 'public';

/**
 * The pages of the site: the readers', and with `further` all of them. Routes are told apart by where they stand, so
 * that the readers' come first: they have the same names with and without the further ones.
 */
export function createRoutes(further?: AppRoutes): RouteObject[] {
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
          children: [...publicRoutes, notFoundRoute, ...(further?.public ?? [])],
        },
      ],
    },
    ...(further ? [further.dashboard] : []),
  ];
}
