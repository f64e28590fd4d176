import type { ReaderPage } from '#platform/pages/page-definitions.ts';

export const searchPages: readonly ReaderPage[] = [
  {
    path: '/search',
    load: () => import('./pages/SearchPage.tsx'),
    cache: { params: ['q', 'kind', 'page'], uncached: ['q', 'kind', 'page'] },
    tracked: { group: 'other' },
  },
];
