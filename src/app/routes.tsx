import { data, type RouteObject } from 'react-router';
import { pageCode } from '#platform/browser/lazy-page.ts';
import { layoutLoader, PublicLayout } from './layouts/PublicLayout.tsx';
import { ErrorPage } from './layouts/ErrorPage.tsx';

/** Stands at every address that no page has. */
export const nothingHere: RouteObject = {
  path: '*',
  loader: () => {
    throw data(undefined, { status: 404 });
  },
  Component: () => null,
};

/** What a page shows stays while only a part of it is asked anew. */
const onlyElsewhere = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname;

/** What people say, below what they say it about. */
const comments: RouteObject = {
  index: true,
  lazy: pageCode(() => import('#features/comments/pages/PostCommentsPage.tsx')),
};

/** The pages that readers come to. Code of a page arrives when it is first needed. */
const readersPages: RouteObject[] = [
  { path: '/', lazy: pageCode(() => import('./pages/HomePage.tsx')) },
  { path: '/about', caseSensitive: true, lazy: pageCode(() => import('#features/site/pages/AboutPage.tsx')) },
  {
    path: '/projects',
    caseSensitive: true,
    lazy: pageCode(() => import('#features/projects/pages/ProjectsPage.tsx')),
  },
  {
    path: '/projects/:id',
    caseSensitive: true,
    lazy: pageCode(() => import('#features/projects/pages/ProjectPage.tsx')),
    shouldRevalidate: onlyElsewhere,
    children: [comments],
  },
  {
    path: '/pricing',
    caseSensitive: true,
    lazy: pageCode(() => import('#features/pricing/pages/PricingPage.tsx')),
  },
  { path: '/blogs', caseSensitive: true, lazy: pageCode(() => import('#features/blog/pages/BlogsPage.tsx')) },
  {
    path: '/blogs/:id',
    caseSensitive: true,
    lazy: pageCode(() => import('#features/blog/pages/PostByIdPage.tsx')),
  },
  {
    path: '/blog/:title',
    caseSensitive: true,
    lazy: pageCode(() => import('#features/blog/pages/PostPage.tsx')),
    shouldRevalidate: onlyElsewhere,
    children: [comments],
  },
  {
    path: '/search',
    caseSensitive: true,
    lazy: pageCode(() => import('#features/search/pages/SearchPage.tsx')),
  },
  {
    path: '/privacy-policy',
    caseSensitive: true,
    lazy: pageCode(() => import('#features/site/pages/PrivacyPolicyPage.tsx')),
  },
  {
    path: '/terms-conditions',
    caseSensitive: true,
    lazy: pageCode(() => import('#features/site/pages/TermsConditionsPage.tsx')),
  },
  { path: '/api/reference', caseSensitive: true, lazy: pageCode(() => import('./pages/ApiReferencePage.tsx')) },
];

/** The pages that readers do not come to (further-routes.tsx). */
export interface FurtherRoutes {
  /** With the frame of the readers' pages. */
  readonly public: RouteObject[];
  readonly dashboard: RouteObject;
}

/** The route that the public pages stand in. */
export const PUBLIC = 'public';

/**
 * The pages of the site: the readers', and with `further` all of them. Routes are told apart by where they stand, so
 * that the readers' come first: they have the same names with and without the further ones.
 */
export function siteRoutes(further?: FurtherRoutes): RouteObject[] {
  return [
    {
      id: 'layout',
      Component: PublicLayout,
      ErrorBoundary: ErrorPage,
      loader: layoutLoader,
      shouldRevalidate: () => false,
      children: [
        { id: PUBLIC, ErrorBoundary: ErrorPage, children: [...readersPages, nothingHere, ...(further?.public ?? [])] },
      ],
    },
    ...(further ? [further.dashboard] : []),
  ];
}
