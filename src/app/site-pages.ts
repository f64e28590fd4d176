import { createSitePages } from '#platform/pages/page-registry.ts';
import { dashboardPages } from './dashboard-pages.ts';
import { formPages } from './form-pages.ts';
import { readerPages } from './pages.ts';

/** All pages, for the server. */
export const sitePages = createSitePages({ reader: readerPages, form: formPages, dashboard: dashboardPages });
