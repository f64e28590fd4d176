import type { ReaderPage } from '#platform/pages/page-definitions.ts';

export const pricingPages: readonly ReaderPage[] = [
  {
    path: '/pricing',
    load: () => import('./pages/PricingPage.tsx'),
    cache: { params: ['search'], uncached: ['search'] },
    tracked: { group: 'pricing' },
    sitemap: { title: 'Pricing', note: 'Plans, monthly services, consultations and the payment terms' },
  },
];
