import type { PagePart } from '#platform/pages/page-definitions.ts';

export const testimonialsFormPages: readonly PagePart[] = [
  { below: ['/order/:order'], load: () => import('./pages/OrderTestimonialPanel.tsx') },
];
