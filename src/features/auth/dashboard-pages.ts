import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const authDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/identities',
    menu: 'Settings',
    load: () => import('./social-login/pages/LinkedAccountsPage.tsx'),
  },
];
