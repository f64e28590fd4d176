import { expect, it } from 'vitest';
import type { Summary } from '#features/insights/contract/reports.ts';
import { getApi } from '../support/api-client.ts';
import { orderFixture } from '../support/order-fixture.ts';
import { recordVisit } from '../support/visit-fixture.ts';

const fixture = orderFixture();

it('counts funnel visitors by pages seen and orders on the days placed and first paid', async () => {
  const site = fixture.site();
  const funnel = async (range: string) =>
    (await getApi<Summary>(site, `/insights?range=${range}`, fixture.owner().cookie)).funnel;
  const none = { visitors: 0, viewedPricing: 0, startedCheckout: 0, ordered: 0, paid: 0 };
  expect(await funnel('today')).toEqual(none);

  // Three visitors come, two of them see the pricing page, and one starts checkout twice, orders, and reads on.
  for (const last of [7, 8, 9]) await recordVisit(site, { remoteAddress: `203.0.113.${last}` });
  for (const last of [8, 9]) await recordVisit(site, { page: '/pricing', remoteAddress: `203.0.113.${last}` });
  for (const page of ['/order/plan/growth', '/order/plan/starter', '/pricing', '/about'])
    await recordVisit(site, { page });
  const order = await fixture.placeOrder();
  const one = { visitors: 3, viewedPricing: 3, startedCheckout: 1, ordered: 1, paid: 0 };
  expect(await funnel('today')).toEqual(one);

  // The first payment comes three days later. Later payments of the order don't count again.
  await fixture.passDays(3);
  await fixture.pay(order);
  expect([await funnel('today'), await funnel('7d')]).toEqual([
    { ...none, paid: 1 },
    { ...one, paid: 1 },
  ]);
  for (const { position } of (await fixture.read(order.number)).contentItems) {
    await fixture.asClient(order, `/content-items/${position}`);
  }
  for (const transition of ['start_work', 'submit_for_review', 'complete']) {
    const moved = await fixture.asOwner(order, '/transitions', { transition, reason: 'Agreed by telephone.' });
    expect(moved.statusCode, moved.body).toBe(200);
  }
  await fixture.passDays(5);
  await fixture.pay(order);
  expect([await funnel('today'), await funnel('7d')]).toEqual([none, { ...one, paid: 1 }]);
});
