import HeartPulse from 'lucide-react/icons/heart-pulse';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const statusDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/status',
    load: () => import('./pages/StatusPage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Status',
      order: 80,
      access: 'owner',
      icon: HeartPulse,
      keywords: 'health checks monitoring doctor test email certificate disk memory jobs',
    },
  },
];
