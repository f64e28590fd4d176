import UserPen from 'lucide-react/icons/user-pen';
import UserRound from 'lucide-react/icons/user-round';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const profileDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/my-profile',
    load: () => import('./pages/MyProfilePage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Profile',
      order: 10,
      access: 'member',
      icon: UserRound,
      keywords: 'me account name picture',
    },
  },
  {
    path: '/dashboard/update-profile',
    load: () => import('./pages/UpdateProfilePage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Account',
      order: 20,
      access: 'member',
      icon: UserPen,
      keywords: 'edit name picture email password passkey two-factor 2fa sessions devices delete',
    },
  },
];
