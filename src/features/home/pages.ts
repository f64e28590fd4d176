import type { ReaderPage } from '#platform/pages/page-definitions.ts';

export const homePages: readonly ReaderPage[] = [
  {
    path: '/',
    load: () => import('./pages/HomePage.tsx'),
    tracked: { group: 'home' },
    sitemap: { title: 'Home', note: 'Introduction, recent projects, plans and recent posts' },
  },
];
