import Archive from 'lucide-react/icons/archive';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const backupsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/backups',
    load: () => import('./pages/BackupsPage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Backups',
      order: 35,
      access: 'owner',
      icon: Archive,
      keywords: 'restore download snapshot schedule secret key',
    },
  },
];
