import MessagesSquare from 'lucide-react/icons/messages-square';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const commentsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/comments',
    load: () => import('./pages/DashboardCommentsPage.tsx'),
    nav: {
      menu: 'Inbox',
      label: 'Comments',
      order: 20,
      access: 'member',
      icon: MessagesSquare,
      keywords: 'reviews moderation approve spam reported replies email notifications',
    },
  },
];
