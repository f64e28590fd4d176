import BookUser from 'lucide-react/icons/book-user';
import MapPin from 'lucide-react/icons/map-pin';
import type { DashboardPage } from '#platform/pages/page-definitions.ts';

export const clientsDashboardPages: readonly DashboardPage[] = [
  {
    path: '/dashboard/clients',
    load: () => import('./pages/ClientsPage.tsx'),
    nav: {
      menu: 'People',
      label: 'Clients',
      order: 5,
      access: 'owner',
      icon: BookUser,
      keywords: 'customers companies contacts address vat tax id merge duplicates import',
    },
  },
  { path: '/dashboard/clients/new', load: () => import('./pages/NewClientPage.tsx') },
  { path: '/dashboard/clients/of/:email', load: () => import('./pages/FindClientPage.tsx') },
  { path: '/dashboard/clients/duplicates', load: () => import('./pages/DuplicateClientsPage.tsx') },
  { path: '/dashboard/clients/import', load: () => import('./pages/ImportClientsPage.tsx') },
  { path: '/dashboard/clients/:id', load: () => import('./pages/ClientPage.tsx') },
  { path: '/dashboard/clients/:id/edit', load: () => import('./pages/EditClientPage.tsx') },
  { path: '/dashboard/clients/:id/merge', load: () => import('./pages/MergeClientPage.tsx') },
  {
    path: '/dashboard/billing-details',
    load: () => import('./pages/BillingDetailsPage.tsx'),
    nav: {
      menu: 'Settings',
      label: 'Billing details',
      order: 15,
      access: 'client',
      icon: MapPin,
      keywords: 'company address vat tax id invoices',
    },
  },
];
