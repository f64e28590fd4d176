import Inbox from 'lucide-react/icons/inbox';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const emailDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/outbox',
    load: () => import('./pages/OutboxPage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Email log',
      order: 60,
      access: 'owner',
      icon: Inbox,
      keywords: 'mail e-mail outbox sent failed delivery smtp',
    },
  },
  {
    path: '/dashboard/outbox/:id',
    load: () => import('./pages/OutboxEmailPage.tsx'),
  },
];
