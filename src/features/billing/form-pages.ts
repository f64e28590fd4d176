import type { FormPage } from '#platform/pages/page-definitions.ts';
import { MAX_IMAGE_BYTES } from '#shared/uploads.ts';

export const billingFormPages: readonly FormPage[] = [
  {
    path: '/document/:number/:token',
    load: () => import('./pages/BillingDocumentPage.tsx'),
    // Clients without an account upload proof of a transfer here.
    upload: { maxBytes: MAX_IMAGE_BYTES, access: 'document token' },
    embedsData: true,
  },
];
