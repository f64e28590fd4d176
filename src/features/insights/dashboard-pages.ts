import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const insightsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/insights',
    load: () => import('./pages/InsightsPage.tsx'),
    nav: {
      menu: 'Insights',
      label: 'Insights',
      order: 10,
      access: 'owner',
      icon: ChartNoAxesColumn,
      keywords:
        'analytics statistics visitors views visits sources referrers campaigns countries devices vitals speed funnel tracking privacy',
    },
  },
];
