import Banknote from 'lucide-react/icons/banknote';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const paymentsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/payments',
    load: () => import('./pages/PaymentsPage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Payments',
      order: 20,
      access: 'owner',
      icon: Banknote,
      keywords: 'money paid stripe paypal card bank transfer bkash nagad confirm reject refund dispute proof',
    },
  },
  {
    path: '/dashboard/payments/invoice/:number',
    load: () => import('./pages/InvoicePaymentsPage.tsx'),
  },
  {
    path: '/dashboard/payments/:id',
    load: () => import('./pages/PaymentPage.tsx'),
  },
];
