import { defineFeature } from '#platform/feature.ts';
import { testimonialsHandlers } from './handlers.ts';
import { deleteTestimonialsByUser, listTestimonialsByOrder } from './queries.ts';

export const testimonials = defineFeature({
  name: 'testimonials',
  handlers: { testimonials: testimonialsHandlers },
  personalData: [
    {
      name: 'testimonials',
      /** Erasure deletes all testimonials of a client. Their copy is part of their orders. */
      erase: async (tx, { userId }) => void (await deleteTestimonialsByUser(tx, userId)),
    },
  ],
  async orderTestimonials(db, orderIds) {
    const rows = await listTestimonialsByOrder(db, orderIds);
    return rows.map(({ orderId, writtenAt, ...testimonial }) => ({
      orderId,
      testimonial: { ...testimonial, writtenAt: writtenAt.toISOString() },
    }));
  },
});
