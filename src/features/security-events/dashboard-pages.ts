import ShieldCheck from 'lucide-react/icons/shield-check';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const securityEventsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/security-log',
    load: () => import('./pages/SecurityLogPage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Security log',
      order: 70,
      access: 'owner',
      icon: ShieldCheck,
      keywords: 'events sign-ins audit history',
    },
  },
];
