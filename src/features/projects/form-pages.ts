import type { FormPage } from '#platform/pages/page-definitions.ts';

export const projectsFormPages: readonly FormPage[] = [
  { path: '/preview/project/:token', load: () => import('./pages/PreviewPage.tsx') },
];
