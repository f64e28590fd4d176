import { expect } from 'vitest';
import type { ShownTestimonial } from '#features/orders/contract/testimonials.ts';
import { readApi, sendApi } from './api-client.ts';
import { orderDesk, type Placed } from './order-fixture.ts';

/** What a client sends of what they say. */
export const said = {
  words: 'It does what we need.',
  name: 'Noor Haddad',
  role: 'Baker',
  company: 'Haddad & Sons',
  consent: 'on',
};

/** A desk of orders at which clients say something of what was delivered to them. */
export function testimonialDesk(options: { readonly pages?: boolean } = {}) {
  const desk = orderDesk(options);
  const { site, owner, send, rows, begun, read, asClient, asOwner, pay } = desk;
  const writtenOf = async (order: Placed) => (await read(order.number)).testimonial.written;

  return {
    ...desk,
    writtenOf,
    /** Where what a client says of an order stands; null where they say nothing. */
    stateOf: async (order: Placed) => (await writtenOf(order))?.state ?? null,
    /** An order that was paid and delivered. */
    delivered: async (): Promise<Placed> => {
      const order = await begun();
      await asOwner(order, '/moves', { move: 'showForReview' });
      await asClient(order, '/moves', { move: 'complete' });
      await pay(order);
      await asOwner(order, '/moves', { move: 'deliver' });
      expect(await read(order.number)).toMatchObject({ state: 'delivered', standing: { lock: null } });
      await site().db.$client.query('delete from mails; delete from rate_limits');
      return order;
    },
    write: (order: Placed, changes: object = {}) => asClient(order, '/testimonial', { ...said, ...changes }, 'PUT'),
    withdraw: (order: Placed) => sendApi(site(), `/orders/${order.link}/testimonial`, {}, { method: 'DELETE' }),
    /** Decides about what stands there, as the owner has read it. */
    decide: async (order: Placed, decision: string, changes: object = {}) => {
      const written = await writtenOf(order);
      const about = { decision, version: written?.version, ...changes };
      return send(owner(), 'POST', `/testimonials/${written?.id}/decision`, about);
    },
    /** What readers are shown. */
    shown: async () => (await readApi<{ items: ShownTestimonial[] }>(site(), '/testimonials')).items,
    /** Which mails were written, and to whom. */
    mails: async () =>
      (await rows('mails order by created_at, id')).map(({ template, to_address: to }) => [template, to]),
  };
}
