import type { FormPage } from '#platform/pages/page-definitions.ts';
import { orderFormUpload } from './contract/limits.ts';

export const ordersFormPages: readonly FormPage[] = [
  {
    path: '/pricing/custom',
    load: () => import('./pages/CustomPackagePage.tsx'),
    tracked: { group: 'order' },
    upload: orderFormUpload,
  },
  { path: '/order/:link/agreement', load: () => import('./pages/AgreementPage.tsx') },
  { path: '/order/:link', load: () => import('./pages/OrderLinkPage.tsx'), upload: orderFormUpload },
  {
    path: '/order/:kind/:id',
    load: () => import('./pages/OrderFormPage.tsx'),
    tracked: { group: 'order', values: { kind: ['plan', 'service', 'project'] }, omit: 'id' },
    upload: orderFormUpload,
  },
];
