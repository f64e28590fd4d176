import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const importExportDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/transfer',
    load: () => import('./pages/ImportExportPage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Import & export',
      order: 40,
      access: 'owner',
      icon: ArrowLeftRight,
      keywords: 'move in out transfer ghost wordpress markdown archive zip backup download',
    },
  },
  {
    path: '/dashboard/transfer/:id',
    load: () => import('./pages/ImportPage.tsx'),
  },
];
