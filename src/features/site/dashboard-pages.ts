import Palette from 'lucide-react/icons/palette';
import PanelsTopLeft from 'lucide-react/icons/panels-top-left';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const siteDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/site',
    load: () => import('./pages/SiteSectionsPage.tsx'),
    nav: {
      menu: 'Site',
      label: 'Site content',
      order: 10,
      access: 'owner',
      icon: PanelsTopLeft,
      keywords: 'edit texts sections documents sample',
    },
  },
  {
    path: '/dashboard/site/:document',
    load: () => import('./pages/SiteSectionPage.tsx'),
  },
  {
    path: '/dashboard/appearance',
    load: () => import('./pages/SiteSectionPage.tsx'),
    nav: {
      menu: 'Site',
      label: 'Appearance',
      order: 20,
      access: 'owner',
      icon: Palette,
      keywords: 'design accent color logo home sections order',
    },
  },
];
