import type { FormPage } from '#platform/pages/page-definitions.ts';

export const profileFormPages: readonly FormPage[] = [
  { path: '/confirm-new-address/:token', load: () => import('./pages/ConfirmEmailChangePage.tsx') },
];
