import Settings from 'lucide-react/icons/settings';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const settingsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/settings',
    load: () => import('./pages/SettingsPage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Site settings',
      order: 30,
      access: 'owner',
      icon: Settings,
      keywords: 'passwords minimum shortest length rules time zone currency address domain sample content',
    },
  },
];
