import { orderFormUpload } from '#features/orders/contract/limits.ts';
import type { FormPage } from '#platform/pages/page-definitions.ts';

export const bookingsFormPages: readonly FormPage[] = [
  {
    path: '/pricing/consultation',
    load: () => import('./pages/ConsultationPage.tsx'),
    tracked: { group: 'order' },
  },
  { path: '/booking/:link', load: () => import('./pages/ClientBookingPage.tsx'), upload: orderFormUpload },
];
