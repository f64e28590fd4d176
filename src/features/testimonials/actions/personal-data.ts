import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { deleteTestimonialsByUser } from '../queries.ts';

/** Erasure deletes all testimonials of a client. Their copy is part of their orders. */
export const testimonialsPersonalData: PersonalDataProvider = {
  name: 'testimonials',
  async erase(tx, { userId }) {
    if (await deleteTestimonialsByUser(tx, userId)) await invalidateTag(tx, 'testimonials');
  },
};
