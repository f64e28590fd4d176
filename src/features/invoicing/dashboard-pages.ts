import type { DashboardPage, PagePart } from '#platform/pages/page-definitions.ts';

export const invoicingDashboardPages: readonly (DashboardPage | PagePart)[] = [
  { path: '/dashboard/documents/new', load: () => import('./pages/NewInvoicePage.tsx') },
  { path: '/dashboard/documents/new-credit-note', load: () => import('./pages/NewCreditNotePage.tsx') },
  { path: '/dashboard/documents/drafts/:id', load: () => import('./pages/DraftPage.tsx') },
  { path: '/dashboard/documents/drafts/:id/client', load: () => import('./pages/DraftClientPage.tsx') },
  { path: '/dashboard/documents/drafts/:id/review', load: () => import('./pages/ReviewDraftPage.tsx') },
  { below: ['/dashboard/documents'], load: () => import('./pages/DraftsPanel.tsx') },
];
