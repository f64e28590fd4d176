import CornerDownRight from 'lucide-react/icons/corner-down-right';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const redirectsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/redirects',
    load: () => import('./pages/RedirectsPage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Redirects',
      order: 50,
      access: 'owner',
      icon: CornerDownRight,
      keywords: 'old addresses urls links 301 forward moved permalinks',
    },
  },
  { path: '/dashboard/redirects/:id', load: () => import('./pages/RedirectPage.tsx') },
];
