import { defineFeature } from '#platform/feature.ts';
import { testimonialsPersonalData } from './actions/personal-data.ts';
import { listOrderTestimonials } from './actions/testimonials.ts';
import { testimonialsHandlers } from './handlers.ts';

export const testimonials = defineFeature({
  name: 'testimonials',
  handlers: { testimonials: testimonialsHandlers },
  personalData: [testimonialsPersonalData],
  orderTestimonials: listOrderTestimonials,
});
