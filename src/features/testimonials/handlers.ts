import { implement } from '@orpc/server';
import { createIssueContext } from '#features/billing/index.ts';
import { withOrderAsClient } from '#features/orders/index.ts';
import type { TestimonialStatus } from '#features/orders/lifecycle/contract/enums.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import {
  reviewTestimonial,
  listPublicTestimonials,
  listTestimonialDtos,
  deleteTestimonial,
  saveTestimonial,
} from './actions.ts';
import { testimonialsContract } from './contract/index.ts';
import { listPublishedTestimonials, updateTestimonialPositions } from './queries.ts';

const testimonials = implement(testimonialsContract).$context<ApiContext>();

export const testimonialsHandlers = {
  listPublicTestimonials: testimonials.listPublicTestimonials.handler(async ({ context }) => ({
    items: await listPublicTestimonials(context.db),
  })),
  listTestimonials: testimonials.listTestimonials.handler(async ({ context }) => ({
    items: await listTestimonialDtos(context.db),
  })),
  saveTestimonial: testimonials.saveTestimonial.handler(
    async ({ context, input: { order: reference, consent: _agreed, ...said } }) => {
      let state: TestimonialStatus = 'pending';
      const { number } = await withOrderAsClient(context, reference, async (tx, { order }) => {
        const issuing = await createIssueContext(tx, context);
        state = await saveTestimonial(tx, context, issuing, { ...said, orderId: order.id });
      });
      return { number, state };
    },
  ),
  deleteTestimonial: testimonials.deleteTestimonial.handler(({ context, input }) =>
    withOrderAsClient(context, input.order, (tx, { order }) => deleteTestimonial(tx, order.id)),
  ),
  reviewTestimonial: testimonials.reviewTestimonial.handler(({ context, input: { ownerNote = '', ...about } }) =>
    context.db.transaction(async tx => ({
      state: await reviewTestimonial(tx, context, { ...about, note: ownerNote }),
    })),
  ),
  reorderTestimonials: testimonials.reorderTestimonials.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await updateTestimonialPositions(tx, input.ids);
      await invalidateTag(tx, 'testimonials');
      return { ids: (await listPublishedTestimonials(tx)).map(({ id }) => id) };
    }),
  ),
};
