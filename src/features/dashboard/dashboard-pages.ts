import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const dashboardHomePages: readonly DashboardPage[] = [
  {
    path: '/dashboard',
    load: () => import('./pages/DashboardPage.tsx'),
    nav: {
      menu: 'Home',
      label: 'Home',
      order: 10,
      access: 'member',
      icon: LayoutDashboard,
      keywords: 'dashboard start today overview',
    },
  },
];
