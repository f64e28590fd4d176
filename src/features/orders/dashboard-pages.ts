import Quote from 'lucide-react/icons/quote';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const ordersDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/orders',
    load: () => import('./order-page/pages/OrdersPage.tsx'),
    nav: {
      label: 'Orders',
      group: 'Business',
      order: 20,
      access: 'member',
      icon: ReceiptText,
      keywords: 'sales clients invoices payments quotes subscriptions my purchases deliver',
    },
  },
  {
    path: '/dashboard/orders/:order',
    load: () => import('./order-page/pages/OrderPage.tsx'),
  },
  {
    path: '/dashboard/testimonials',
    load: () => import('./testimonials/pages/TestimonialsPage.tsx'),
    nav: {
      label: 'Testimonials',
      group: 'Content',
      order: 70,
      access: 'owner',
      icon: Quote,
      keywords: 'clients say paid reviews references quotes approve decline',
    },
  },
];
