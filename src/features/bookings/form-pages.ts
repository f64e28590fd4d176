import { orderFormUpload } from '#features/orders/lifecycle/contract/limits.ts';
import type { FormPage } from '#platform/pages/page-definitions.ts';

export const bookingsFormPages: readonly FormPage[] = [
  {
    path: '/pricing/consultation',
    load: () => import('./checkout/pages/ConsultationPage.tsx'),
    tracked: { group: 'order' },
    embedsData: true,
  },
  {
    path: '/booking/:booking',
    load: () => import('./booking-page/pages/ClientBookingPage.tsx'),
    upload: orderFormUpload,
    embedsData: true,
  },
];
