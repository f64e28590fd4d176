import Mail from 'lucide-react/icons/mail';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const contactDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/inbox',
    load: () => import('./pages/InboxPage.tsx'),
    nav: {
      menu: 'Inbox',
      label: 'Messages',
      order: 10,
      access: 'owner',
      icon: Mail,
      keywords: 'inbox contact form email mail requests answer reply spam archive',
    },
  },
  {
    path: '/dashboard/inbox/:id',
    load: () => import('./pages/InboxMessagePage.tsx'),
  },
];
