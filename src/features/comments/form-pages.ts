import type { FormPage } from '#platform/pages/page-definitions.ts';

export const commentsFormPages: readonly FormPage[] = [
  { path: '/take-part/:kind/:id', load: () => import('./pages/NoScriptCommentPage.tsx') },
];
