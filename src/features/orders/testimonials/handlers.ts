import { implement } from '@orpc/server';
import { createIssueContext } from '#features/billing/actions/issue-document.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import {
  reviewTestimonial,
  listPublicTestimonials,
  listTestimonialDtos,
  deleteTestimonial,
  saveTestimonial,
} from './actions/testimonials.ts';
import { ordersContract } from '../contract.ts';
import { listPublishedTestimonials, updateTestimonialPositions } from './queries.ts';
import { withOrderAsClient } from '../lifecycle/handlers/with-order.ts';

const orders = implement(ordersContract).$context<ApiContext>();

export const testimonialsHandlers = {
  listPublicTestimonials: orders.listPublicTestimonials.handler(async ({ context }) => ({
    items: await listPublicTestimonials(context.db),
  })),
  listTestimonials: orders.listTestimonials.handler(async ({ context }) => ({
    items: await listTestimonialDtos(context.db),
  })),
  saveTestimonial: orders.saveTestimonial.handler(
    async ({ context, input: { order: reference, consent: _agreed, ...said } }) => {
      let state: Awaited<ReturnType<typeof saveTestimonial>> = 'pending';
      const { number } = await withOrderAsClient(context, reference, async (tx, { order }) => {
        state = await saveTestimonial(tx, context, await createIssueContext(tx, context), {
          ...said,
          orderId: order.id,
        });
      });
      return { number, state };
    },
  ),
  deleteTestimonial: orders.deleteTestimonial.handler(({ context, input }) =>
    withOrderAsClient(context, input.order, (tx, { order }) => deleteTestimonial(tx, order.id)),
  ),
  reviewTestimonial: orders.reviewTestimonial.handler(({ context, input: { ownerNote = '', ...about } }) =>
    context.db.transaction(async tx => ({
      state: await reviewTestimonial(tx, context, { ...about, note: ownerNote }),
    })),
  ),
  reorderTestimonials: orders.reorderTestimonials.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await updateTestimonialPositions(tx, input.ids);
      await invalidateTag(tx, 'orders');
      return { ids: (await listPublishedTestimonials(tx)).map(({ id }) => id) };
    }),
  ),
};
