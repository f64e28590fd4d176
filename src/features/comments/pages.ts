import type { PagePart } from '#platform/pages/page-definitions.ts';

export const commentsPages: readonly PagePart[] = [
  { below: ['/projects/:id', '/blog/:title'], load: () => import('./pages/PostCommentsPage.tsx') },
];
