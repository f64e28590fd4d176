import type { ReaderPage } from '#platform/pages/page-definitions.ts';

export const apiReferencePages: readonly ReaderPage[] = [
  {
    path: '/api/reference',
    load: () => import('./pages/ApiReferencePage.tsx'),
    tracked: { group: 'other' },
    sitemap: { title: 'API reference', note: 'All API endpoints' },
  },
];
