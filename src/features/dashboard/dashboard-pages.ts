import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const dashboardHomePages: readonly DashboardPage[] = [
  {
    path: '/dashboard',
    load: () => import('./pages/DashboardPage.tsx'),
    nav: {
      label: 'Dashboard',
      group: 'Overview',
      order: 10,
      access: 'member',
      icon: LayoutDashboard,
      keywords: 'home start today overview',
    },
  },
];
