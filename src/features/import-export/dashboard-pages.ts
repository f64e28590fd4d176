import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';
import { MAX_FORM_ARCHIVE_BYTES } from './contract/constants.ts';

export const importExportDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/transfer',
    load: () => import('./pages/ImportExportPage.tsx'),
    upload: { maxBytes: MAX_FORM_ARCHIVE_BYTES, access: 'owner' },
    nav: {
      label: 'Move in and out',
      group: 'Settings',
      order: 40,
      access: 'owner',
      icon: ArrowLeftRight,
      keywords: 'import export ghost wordpress markdown archive zip backup download',
    },
  },
  {
    path: '/dashboard/transfer/:id',
    load: () => import('./pages/ImportPage.tsx'),
  },
];
