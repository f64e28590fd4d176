import { implement } from '@orpc/server';
import { issuingNow } from '#features/billing/actions/issue-document.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import {
  decideTestimonial,
  readShownTestimonials,
  readTestimonials,
  withdrawTestimonial,
  writeTestimonial,
} from '../actions/testimonials.ts';
import { ordersContract } from '../contract/index.ts';
import { listShownTestimonials, updateTestimonialOrder } from '../queries/testimonials.ts';
import { changeAsClient } from './sides.ts';

const orders = implement(ordersContract).$context<ApiContext>();

/** What clients say of their orders. */
export const testimonialsHandlers = {
  testimonials: orders.testimonials.handler(async ({ context }) => ({
    items: await readShownTestimonials(context.db),
  })),
  allTestimonials: orders.allTestimonials.handler(async ({ context }) => ({
    items: await readTestimonials(context.db),
  })),
  writeTestimonial: orders.writeTestimonial.handler(
    async ({ context, input: { order: reference, consent: _agreed, ...said } }) => {
      let state: Awaited<ReturnType<typeof writeTestimonial>> = 'waiting';
      const { number } = await changeAsClient(context, reference, async (tx, { order }) => {
        state = await writeTestimonial(tx, context, await issuingNow(tx, context), { ...said, orderId: order.id });
      });
      return { number, state };
    },
  ),
  withdrawTestimonial: orders.withdrawTestimonial.handler(({ context, input }) =>
    changeAsClient(context, input.order, (tx, { order }) => withdrawTestimonial(tx, order.id)),
  ),
  decideTestimonial: orders.decideTestimonial.handler(({ context, input: { note = '', ...about } }) =>
    context.db.transaction(async tx => ({ state: await decideTestimonial(tx, context, { ...about, note }) })),
  ),
  saveTestimonialOrder: orders.saveTestimonialOrder.handler(({ context, input }) =>
    context.db.transaction(async tx => {
      await updateTestimonialOrder(tx, input.ids);
      await announceChange(tx, 'orders');
      return { ids: (await listShownTestimonials(tx)).map(({ id }) => id) };
    }),
  ),
};
