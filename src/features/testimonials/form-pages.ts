import type { PagePart } from '#platform/pages/page-definitions.ts';

export const testimonialsFormPages: readonly PagePart[] = [
  { below: ['/order/:link'], load: () => import('./pages/OrderTestimonialPanel.tsx') },
];
