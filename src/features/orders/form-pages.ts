import type { FormPage } from '#platform/pages/page-definitions.ts';
import { orderFormUpload } from './lifecycle/contract/limits.ts';

export const ordersFormPages: readonly FormPage[] = [
  {
    path: '/pricing/custom',
    load: () => import('./checkout/pages/CustomPlanPage.tsx'),
    tracked: { group: 'order' },
    upload: orderFormUpload,
    embedsData: true,
  },
  { path: '/order/:order/agreement', load: () => import('./agreements/pages/AgreementPage.tsx') },
  {
    path: '/order/:order',
    load: () => import('./order-page/pages/GuestOrderPage.tsx'),
    upload: orderFormUpload,
    embedsData: true,
  },
  {
    path: '/order/:kind/:id',
    load: () => import('./checkout/pages/CheckoutPage.tsx'),
    tracked: { group: 'order', values: { kind: ['plan', 'service', 'project'] }, omit: 'id' },
    upload: orderFormUpload,
    embedsData: true,
  },
];
