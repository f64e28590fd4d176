import { defineFeature } from '#platform/feature.ts';
import { listOrderTestimonials, testimonialsPersonalData } from './actions.ts';
import { testimonialsHandlers } from './handlers.ts';

export const testimonials = defineFeature({
  name: 'testimonials',
  handlers: { testimonials: testimonialsHandlers },
  personalData: [testimonialsPersonalData],
  orderTestimonials: listOrderTestimonials,
});
