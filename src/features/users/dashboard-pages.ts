import Users from 'lucide-react/icons/users';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const usersDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/all-users',
    load: () => import('./pages/AllUsersPage.tsx'),
    nav: {
      menu: 'People',
      label: 'Users',
      order: 10,
      access: 'owner',
      icon: Users,
      keywords: 'all users members authors accounts roles disable',
    },
  },
];
