import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const authDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/identities',
    load: () => import('./social-login/pages/LinkedAccountsPage.tsx'),
  },
];
