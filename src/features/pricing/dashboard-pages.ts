import Scale from 'lucide-react/icons/scale';
import Tags from 'lucide-react/icons/tags';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const pricingDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/pricing',
    load: () => import('./pages/PricingAdminPage.tsx'),
    nav: {
      menu: 'Pricing',
      label: 'Pricing',
      order: 10,
      access: 'owner',
      icon: Tags,
      keywords: 'prices plans services offers consultation package payment terms deposit late fee money edit add',
    },
  },
  {
    path: '/dashboard/add-pricing',
    menu: 'Pricing',
    load: () => import('./pages/CreateOfferPage.tsx'),
  },
  {
    path: '/dashboard/update-pricing/terms',
    load: () => import('./pages/PaymentTermsPage.tsx'),
    nav: {
      menu: 'Pricing',
      label: 'Payment terms',
      order: 20,
      access: 'owner',
      icon: Scale,
      keywords: 'deposit late fee refund revisions installments conditions',
    },
  },
  {
    path: '/dashboard/update-pricing/:key',
    menu: 'Pricing',
    load: () => import('./pages/EditOfferPage.tsx'),
  },
];
