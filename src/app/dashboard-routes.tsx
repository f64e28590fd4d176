import type { RouteObject } from 'react-router';
import { lazyPage } from '#platform/pages/lazy-page.ts';
import { paths } from '#shared/paths.ts';
import { dashboardPages } from './dashboard-pages.ts';
import { ErrorPage } from './layouts/ErrorPage.tsx';
import { DASHBOARD_ROUTE_ID, notFoundRoute, toRoutes } from './routes.tsx';

/** The dashboard with all of its pages. */
export const dashboardRoute: RouteObject = {
  id: DASHBOARD_ROUTE_ID,
  path: paths.dashboard,
  caseSensitive: true,
  lazy: lazyPage(() => import('./layouts/DashboardLayout.tsx')),
  ErrorBoundary: ErrorPage,
  children: [
    {
      lazy: lazyPage(() => import('./layouts/dashboard/DashboardError.tsx')),
      children: [...toRoutes(dashboardPages, paths.dashboard), notFoundRoute],
    },
  ],
};
