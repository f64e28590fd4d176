import { describe, expect, it } from 'vitest';
import { orderFixture, type PlacedOrder } from '../../support/order-fixture.ts';
import { parsePage, textOf } from '../../support/page-html.ts';

const { site, owner, placeStartedOrder, read, asClient, asOwner } = orderFixture({ pages: true });

async function shown(id = 'business') {
  const order = await placeStartedOrder(id);
  expect((await asOwner(order, '/transitions', { transition: 'submit_for_review' })).statusCode).toBe(200);
  return order;
}

const ask = (url: string, form?: Record<string, string>, cookie = '') =>
  site().http.app.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
const page = async (order: PlacedOrder, query = '') => {
  const answer = await ask(`/order/${order.reference}${query}`);
  expect(answer.statusCode).toBe(200);
  return parsePage(answer.body);
};
const stateOf = async ({ number }: PlacedOrder) => (await read(number)).status;
/** Returns the transitions that a page offers. */
const listTransitions = (parsed: Awaited<ReturnType<typeof page>>) =>
  parsed
    .all('input')
    .filter(({ properties }) => properties.name === 'transition')
    .map(({ properties }) => properties.value);

describe('accepting work without JavaScript', () => {
  it('asks for confirmation on a separate page that states the balance', async () => {
    const order = await shown();
    const first = await page(order);
    expect(listTransitions(first)).not.toContain('complete');
    const link = first.all('a').find(element => textOf(element) === 'Accept work');
    expect(link?.properties.href).toBe(`/order/${order.reference}?confirm=complete`);
    const second = await page(order, '?confirm=complete');
    expect(listTransitions(second)).toEqual(['complete']);
    const said = textOf(second.all('main')[0]);
    expect(said).toContain('You’ll be invoiced for the balance of $749.50 (payment term 2).');
    expect(said).toContain('You can’t undo this.');
    // Opening the page changes nothing.
    expect(await stateOf(order)).toBe('in_review');
    const done = await ask(`/order/${order.reference}?confirm=complete`, { intent: 'move', transition: 'complete' });
    expect([done.statusCode, done.headers.location]).toEqual([303, `/order/${order.reference}?did=moved`]);
    expect(await stateOf(order)).toBe('completed');
    // There is nothing left to confirm.
    expect(listTransitions(await page(order, '?confirm=complete'))).not.toContain('complete');
  });

  it('states the chosen installments', async () => {
    const order = await shown();
    expect((await asClient(order, '/installments', { installments: 3 }, 'PUT')).statusCode).toBe(200);
    const said = textOf((await page(order, '?confirm=complete')).all('main')[0]);
    expect(said).toContain(
      'You’ll be invoiced for the balance of $749.50 in 3 monthly installments (payment terms 2 and 4).',
    );
  });

  it('is not offered to the owner or before the work is submitted', async () => {
    const order = await placeStartedOrder('growth');
    expect(textOf((await page(order, '?confirm=complete')).all('main')[0])).not.toContain('Accept this work');
    expect((await asOwner(order, '/transitions', { transition: 'submit_for_review' })).statusCode).toBe(200);
    const answer = await ask(`/dashboard/orders/${order.number}?confirm=complete`, undefined, owner().cookie);
    expect(textOf((await parsePage(answer.body)).all('main')[0])).not.toContain('You can’t undo this.');
  });
});
