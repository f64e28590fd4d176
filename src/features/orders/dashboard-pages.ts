import BellRing from 'lucide-react/icons/bell-ring';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const ordersDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/orders',
    load: () => import('./order-page/pages/OrdersPage.tsx'),
    nav: {
      menu: 'Orders',
      label: 'Orders',
      order: 10,
      access: 'member',
      icon: ReceiptText,
      keywords: 'sales clients invoices payments quotes subscriptions my purchases deliver',
    },
  },
  {
    path: '/dashboard/reminders',
    load: () => import('./reminders/pages/ReminderSettingsPage.tsx'),
    nav: {
      menu: 'Money',
      label: 'Reminders',
      order: 25,
      access: 'owner',
      icon: BellRing,
      keywords: 'payment reminders schedule overdue due date emails dunning late invoices',
    },
  },
  { path: '/dashboard/clients/:id/reminders', load: () => import('./reminders/pages/ClientRemindersPage.tsx') },
  { path: '/dashboard/orders/new', load: () => import('./quotes/pages/NewOrderPage.tsx') },
  {
    path: '/dashboard/orders/:order',
    load: () => import('./order-page/pages/OrderPage.tsx'),
  },
];
