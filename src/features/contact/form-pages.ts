import type { FormPage } from '#platform/pages/page-definitions.ts';
import { MAX_FILE_BYTES } from './contract/limits.ts';

export const contactFormPages: readonly FormPage[] = [
  {
    path: '/contact',
    load: () => import('./pages/ContactPage.tsx'),
    tracked: { group: 'other' },
    sitemap: { title: 'Contact', note: 'The contact form and other ways to reach the owner' },
    // Accepts files above the limit, so the error can be shown next to the field.
    upload: {
      maxBytes: 2 * MAX_FILE_BYTES,
      rateLimit: { name: 'message forms', maxAttempts: 30, windowSeconds: 3600 },
    },
  },
];
