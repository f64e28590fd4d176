import { blogPages } from '#features/blog/pages.ts';
import { commentsPages } from '#features/comments/pages.ts';
import { pricingPages } from '#features/pricing/pages.ts';
import { projectsPages } from '#features/projects/pages.ts';
import { searchPages } from '#features/search/pages.ts';
import { sitePages } from '#features/site/pages.ts';
import type { PagePart, ReaderPage } from '#platform/pages/page-definitions.ts';

/** Public pages. Every visitor downloads this list. */
export const readerPages: readonly (ReaderPage | PagePart)[] = [
  {
    path: '/',
    load: () => import('./pages/HomePage.tsx'),
    tracked: { group: 'home' },
    sitemap: { title: 'Home', note: 'Who works here, recent work, plans and recent posts' },
  },
  ...projectsPages,
  ...pricingPages,
  ...blogPages,
  ...commentsPages,
  ...searchPages,
  ...sitePages,
  {
    path: '/api/reference',
    load: () => import('./pages/ApiReferencePage.tsx'),
    tracked: { group: 'other' },
    sitemap: { title: 'API reference', note: 'Every endpoint, readable' },
  },
];
