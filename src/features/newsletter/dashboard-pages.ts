import MailCheck from 'lucide-react/icons/mail-check';
import Newspaper from 'lucide-react/icons/newspaper';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const newsletterDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/newsletter',
    load: () => import('./pages/NewsletterPage.tsx'),
    nav: {
      menu: 'Newsletter',
      label: 'Newsletters',
      order: 10,
      access: 'owner',
      icon: Newspaper,
      keywords: 'issues email mail campaign write send schedule pause',
    },
  },
  {
    path: '/dashboard/newsletter/settings',
    load: () => import('./pages/NewsletterSettingsPage.tsx'),
    nav: {
      menu: 'Newsletter',
      label: 'Newsletter settings',
      order: 30,
      access: 'owner',
      icon: SlidersHorizontal,
      keywords: 'sender tracking topics address footer',
    },
  },
  {
    path: '/dashboard/newsletter/:id',
    load: () => import('./pages/IssuePage.tsx'),
  },
  {
    path: '/dashboard/subscribers',
    load: () => import('./pages/SubscribersPage.tsx'),
    nav: {
      menu: 'Newsletter',
      label: 'Subscribers',
      order: 20,
      access: 'owner',
      icon: MailCheck,
      keywords: 'newsletter list email addresses unsubscribe block import export csv',
    },
  },
  {
    path: '/dashboard/subscribers/import',
    load: () => import('./pages/ImportSubscribersPage.tsx'),
  },
];
