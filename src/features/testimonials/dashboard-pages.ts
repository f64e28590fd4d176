import Quote from 'lucide-react/icons/quote';
import type { DashboardPage, PagePart } from '#platform/pages/page-definitions.ts';

export const testimonialsDashboardPages: readonly (DashboardPage | PagePart)[] = [
  {
    path: '/dashboard/testimonials',
    load: () => import('./pages/TestimonialsPage.tsx'),
    nav: {
      menu: 'Site',
      label: 'Testimonials',
      order: 30,
      access: 'owner',
      icon: Quote,
      keywords: 'clients say paid reviews references quotes approve decline',
    },
  },
  { below: ['/dashboard/orders/:order'], load: () => import('./pages/OrderTestimonialPanel.tsx') },
];
