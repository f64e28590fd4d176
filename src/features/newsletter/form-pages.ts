import type { FormPage } from '#platform/pages/page-definitions.ts';

export const newsletterFormPages: readonly FormPage[] = [
  { path: '/newsletter', load: () => import('./pages/SubscribePage.tsx') },
  { path: '/newsletter/confirm/:token', load: () => import('./pages/ConfirmSubscriptionPage.tsx') },
  { path: '/newsletter/preferences/:key', load: () => import('./pages/PreferencesPage.tsx') },
];
