import ChartColumn from 'lucide-react/icons/chart-column';
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
  {
    path: '/dashboard/money',
    load: () => import('./pages/MoneyPage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Overview',
      order: 5,
      access: 'owner',
      icon: ChartColumn,
      keywords:
        'money report income revenue received invoiced outstanding overdue aging refunds recurring mrr month quarter year clients offers',
    },
  },
];
