import type { FormPage } from '#platform/pages/page-definitions.ts';

export const blogFormPages: readonly FormPage[] = [
  { path: '/preview/:token', load: () => import('./pages/PreviewPage.tsx') },
];
