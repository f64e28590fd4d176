import { describe, expect, it } from 'vitest';
import { requestApi } from '../../support/api-client.ts';
import { orderFixture } from '../../support/order-fixture.ts';

const { site, owner, placeOrder, read, supplyContent, asClient, asOwner, getStatus } = orderFixture();

describe('an order with a price of 0', () => {
  const setPrice = (table: 'plans' | 'services', id: string, amount: number) =>
    site().db.$client.query(`update ${table} set price_amount = $2 where id = $1`, [id, amount]);

  it('goes from the order to delivery without a payment', async () => {
    await setPrice('plans', 'growth', 0);
    const order = await placeOrder();
    await setPrice('plans', 'growth', 99_900);
    const placed = await read(order.reference);
    expect(placed).toMatchObject({ status: 'deposit_paid', hasDeposit: false, billingDocuments: [] });
    expect(placed.events.map(({ message }) => message)).toContain('No deposit needed');
    expect(placed.summary.refund).toEqual({ isAllowed: false, reason: null });
    expect(placed.transitions.map(({ name }) => name)).toContain('cancel');
    const csv = await requestApi(site(), `/orders.csv?search=${order.number}`, owner().cookie);
    expect(csv.body).toContain(',Agreed,');
    await supplyContent(order);
    expect((await asOwner(order, '/transitions', { transition: 'start_work' })).statusCode).toBe(200);
    expect((await asOwner(order, '/transitions', { transition: 'submit_for_review' })).statusCode).toBe(200);
    expect((await asClient(order, '/transitions', { transition: 'complete' })).statusCode).toBe(200);
    expect(await getStatus(order)).toBe('paid');
    expect((await read(order.number)).billingDocuments).toEqual([]);
  });

  it('starts a service immediately', async () => {
    const [{ id, price_amount: price } = { id: '', price_amount: 0 }] = (
      await site().db.$client.query<{ id: string; price_amount: number }>('select id, price_amount from services')
    ).rows;
    await setPrice('services', id, 0);
    const order = await placeOrder(id, { kind: 'service' });
    await setPrice('services', id, price);
    expect(await getStatus(order)).toBe('in_progress');
  });
});
