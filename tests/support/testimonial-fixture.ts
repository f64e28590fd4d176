import { expect } from 'vitest';
import type { PublicTestimonial } from '#features/testimonials/contract/index.ts';
import { getApi, postApi } from './api-client.ts';
import { orderFixture, type PlacedOrder } from './order-fixture.ts';

/** The testimonial form as a client submits it. */
export const testimonialInput = {
  body: 'It does what we need.',
  name: 'Noor Haddad',
  role: 'Baker',
  company: 'Haddad & Sons',
  consent: 'on',
};

/** Extends the order fixture with testimonials of delivered orders. */
export function testimonialFixture(options: { readonly pages?: boolean } = {}) {
  const orders = orderFixture(options);
  const { site, owner, send, rows, placeStartedOrder, read, asClient, asOwner, pay } = orders;
  const writtenOf = async (order: PlacedOrder) => (await read(order.number)).testimonial.current;

  return {
    ...orders,
    writtenOf,
    /** Returns the status of an order's testimonial, or null if there is none. */
    stateOf: async (order: PlacedOrder) => (await writtenOf(order))?.status ?? null,
    /** Returns an order that is paid and delivered. */
    delivered: async (): Promise<PlacedOrder> => {
      const order = await placeStartedOrder();
      await asOwner(order, '/transitions', { transition: 'submit_for_review' });
      await asClient(order, '/transitions', { transition: 'complete' });
      await pay(order);
      await asOwner(order, '/transitions', { transition: 'deliver' });
      expect(await read(order.number)).toMatchObject({ status: 'delivered', summary: { downloadBlockedReason: null } });
      await site().db.$client.query('delete from emails; delete from rate_limits');
      return order;
    },
    write: (order: PlacedOrder, changes: object = {}) =>
      asClient(order, '/testimonial', { ...testimonialInput, ...changes }, 'PUT'),
    withdraw: (order: PlacedOrder) =>
      postApi(site(), `/orders/${order.reference}/testimonial`, {}, { method: 'DELETE' }),
    /** Reviews the current version of a testimonial as the owner. */
    decide: async (order: PlacedOrder, decision: string, changes: object = {}) => {
      const written = await writtenOf(order);
      const about = { decision, version: written?.version, ...changes };
      return send(owner(), 'POST', `/testimonials/${written?.id}/review`, about);
    },
    /** Returns the public testimonials. */
    shown: async () => (await getApi<{ items: PublicTestimonial[] }>(site(), '/testimonials')).items,
    /** Returns the template and recipient of each email. */
    mails: async () =>
      (await rows('emails order by created_at, id')).map(({ template, to_email: to }) => [template, to]),
  };
}
