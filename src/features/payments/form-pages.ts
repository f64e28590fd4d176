import type { FormPage, PagePart } from '#platform/pages/page-definitions.ts';

export const paymentsFormPages: readonly (FormPage | PagePart)[] = [
  { below: ['/document/:number/:token'], load: () => import('./pages/PayPage.tsx') },
  { path: '/paid/:method/:number/:token', load: () => import('./pages/PaymentReturnPage.tsx') },
];
