import { expect, it } from 'vitest';
import { requestApi } from '../support/api-client.ts';
import { orderFixture } from '../support/order-fixture.ts';

const { site, arrive, placeOrder, pay, read } = orderFixture();

interface Copy {
  orders: { number: number; payments: { document: string; method: string; state: string; amount: number }[] }[];
}

it('includes a client’s payments only in their own data', async () => {
  const [lin, eve] = [await arrive({ name: 'Lin' }), await arrive({ name: 'Eve' })];
  const [mine, hers] = [await placeOrder(), await placeOrder()];
  for (const [order, person] of [
    [mine, lin],
    [hers, eve],
  ] as const) {
    await site().db.$client.query('update orders set client_id = $1 where id = $2', [person.id, order.number]);
    await pay(order);
  }
  const copyOf = async (cookie: string) => (await requestApi(site(), '/profile/export', cookie)).json<Copy>().orders;
  const [order, ...others] = await copyOf(lin.cookie);
  expect([order?.number, others]).toEqual([mine.number, []]);
  const [deposit] = (await read(mine.number)).billingDocuments;
  expect(order?.payments).toMatchObject([
    { document: deposit?.number, method: 'bank_transfer', state: 'confirmed', amount: deposit?.total, refunds: [] },
  ]);
  expect(JSON.stringify(order)).not.toMatch(/"(?:idempotencyKey|providerChargeId|checkoutUrl|proofId|proofPath)"/);
  const [other] = await copyOf(eve.cookie);
  expect(other?.payments).toHaveLength(1);
});
