import { expect } from 'vitest';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import type { CustomPlanOptions } from '#features/orders/checkout/contract.ts';
import type { QuoteFormValues } from '#features/orders/quotes/contract.ts';
import { getApi, postApi } from './api-client.ts';
import type { SignedInUser } from './member-fixture.ts';
import type { TestSite } from './test-site.ts';

/** Returns helpers for custom requests and quotes. */
export function quoteFixture(open: () => TestSite, owner: () => SignedInUser) {
  const customOffer = (cookie?: string) => getApi<CustomPlanOptions>(open(), '/custom-plan', cookie);
  const read = (reference: string | number, cookie?: string) => getApi<Order>(open(), `/orders/${reference}`, cookie);
  /** Returns a visitor's custom request for the first two services. */
  const customRequest = async (changes: object = {}) => {
    const { services } = await customOffer();
    return {
      services: services.slice(0, 2).map(({ id }, place) => ({ id, quantity: 2 - place })),
      brief: 'Tide tables for three harbors.',
      budget: '$2,500',
      deadline: '2027-04-15',
      name: 'Noor Haddad',
      email: 'noor@site.example',
      ...changes,
    };
  };
  const requested = async (changes: object = {}) => {
    const answer = await postApi(open(), '/custom-requests', await customRequest(changes));
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ number: number; reference: string }>();
  };
  /** Returns a quote for 1,699.99. */
  const quote = (changes: object = {}) => ({
    lineItems: [
      { description: 'Tables', amount: '1,800' },
      { description: 'First order', amount: '-100.01' },
    ],
    deliveryDays: 21,
    supportDays: 30,
    contentItems: ['Harbor names', 'Logo'],
    expiresOn: '2027-03-15',
    note: 'In two parts.',
    ...changes,
  });
  const sendQuote = (number: number, changes: object = {}) =>
    postApi(open(), `/orders/${number}/quote`, quote(changes), { cookie: owner().cookie, method: 'PUT' });
  return {
    customOffer,
    read,
    customRequest,
    requested,
    quote,
    sendQuote,
    readForm: (number: number) => getApi<QuoteFormValues>(open(), `/orders/${number}/quote`, owner().cookie),
    quoted: async (changes: object = {}) => {
      const order = await requested();
      const answer = await sendQuote(order.number, changes);
      expect(answer.statusCode, answer.body).toBe(200);
      await open().db.$client.query('delete from emails');
      return order;
    },
    /** Accepts the current quote. */
    accept: async (reference: string, changes: object = {}) => {
      const agreementHash = (await read(reference)).quote?.agreementHash;
      return postApi(open(), `/orders/${reference}/quote/accept`, {
        agreementHash,
        signature: 'Noor Haddad',
        ...changes,
      });
    },
  };
}
