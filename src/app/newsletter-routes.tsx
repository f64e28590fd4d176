import type { RouteObject } from 'react-router';
import { lazyPage } from '#platform/browser/lazy-page.ts';

/** The pages of the newsletter, with the further ones: those that its mails lead to, and the owner's. */
export const newsletterRoutes: { readonly public: RouteObject[]; readonly dashboard: RouteObject[] } = {
  public: [
    {
      path: '/newsletter',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/newsletter/pages/SubscribePage.tsx')),
    },
    {
      path: '/newsletter/confirm/:token',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/newsletter/pages/ConfirmSubscriptionPage.tsx')),
    },
    {
      path: '/newsletter/preferences/:key',
      caseSensitive: true,
      lazy: lazyPage(() => import('#features/newsletter/pages/PreferencesPage.tsx')),
    },
  ],
  dashboard: [
    { path: 'newsletter', lazy: lazyPage(() => import('#features/newsletter/pages/NewsletterPage.tsx')) },
    {
      path: 'newsletter/settings',
      lazy: lazyPage(() => import('#features/newsletter/pages/NewsletterSettingsPage.tsx')),
    },
    { path: 'newsletter/:id', lazy: lazyPage(() => import('#features/newsletter/pages/IssuePage.tsx')) },
    { path: 'subscribers', lazy: lazyPage(() => import('#features/newsletter/pages/SubscribersPage.tsx')) },
    {
      path: 'subscribers/import',
      lazy: lazyPage(() => import('#features/newsletter/pages/ImportSubscribersPage.tsx')),
    },
  ],
};
