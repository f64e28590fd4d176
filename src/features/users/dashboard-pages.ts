import Users from 'lucide-react/icons/users';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const usersDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/all-users',
    load: () => import('./pages/AllUsersPage.tsx'),
    nav: {
      label: 'All users',
      group: 'People',
      order: 30,
      access: 'owner',
      icon: Users,
      keywords: 'people members authors accounts roles disable',
    },
  },
];
