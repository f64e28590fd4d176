import FileSearch from 'lucide-react/icons/file-search';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const eInvoicesDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/read-e-invoice',
    load: () => import('./pages/ReadEInvoicePage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Read e-invoice',
      order: 28,
      access: 'owner',
      icon: FileSearch,
      keywords: 'received supplier incoming xml ubl cii factur-x zugferd xrechnung peppol open view',
    },
  },
];
