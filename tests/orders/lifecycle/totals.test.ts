import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderStatus, orderStatuses } from '#features/orders/lifecycle/contract/enums.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import type { OrderListItem, OrderTotals } from '#features/orders/order-page/contract.ts';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { getApi, postApi } from '../../support/api-client.ts';
import { createOrderRow } from '../../support/order-factory.ts';
import { paymentFixture } from '../../support/payment-site-fixture.ts';
import { createSignedInUser, type TestUser } from '../../support/user-factory.ts';

interface OrderList {
  readonly items: OrderListItem[];
  readonly totals: OrderTotals[];
}

let shop: Awaited<ReturnType<typeof paymentFixture>>;
let owner: TestUser & { cookie: string };
beforeAll(async () => {
  shop = await paymentFixture();
  owner = await createSignedInUser(shop.site, { role: 'owner' });
});
afterAll(() => shop.close());

const totals = async (search: string) =>
  (await getApi<{ totals: OrderTotals[] }>(shop.site, `/orders?search=${search}`, owner.cookie)).totals;

describe('“Ordered” total', () => {
  const counts: Readonly<Record<OrderStatus, boolean>> = {
    requested: false,
    quoted: false,
    declined: false,
    expired: false,
    canceled: false,
    refunded: false,
    agreed: true,
    deposit_paid: true,
    content_received: true,
    in_progress: true,
    in_review: true,
    completed: true,
    paid: true,
    delivered: true,
    closed: true,
  };

  it.each(orderStatuses)('counts an order in status %s only if it was ordered', async status => {
    const clientName = `client-${status.replaceAll('_', '-')}`;
    await shop.db.insert(orders).values(createOrderRow({ status, clientName, total: toMinorUnits(12_345) }));
    expect(await totals(clientName)).toEqual([
      { currency: 'USD', total: counts[status] ? 12_345 : 0, paid: 0, amountDue: 0 },
    ]);
  });
});

it('omits totals on request', async () => {
  const { items, totals: sums } = await getApi<{ items: object[]; totals: object[] }>(
    shop.site,
    '/orders?totals=omit',
    owner.cookie,
  );
  expect(items.length).toBeGreaterThan(0);
  expect(sums).toEqual([]);
});

describe('“Paid” total', () => {
  const dispute = (charge: string, status: string) => ({
    id: `dp_${charge}`,
    object: 'dispute',
    payment_intent: charge,
    amount: 1000,
    currency: 'usd',
    status,
  });

  async function announce(type: string, object: object) {
    shop.providers.stripe.announce(type, object);
    const event = shop.providers.takeWebhooks().at(-1);
    if (!event) throw new Error('Stripe sent no webhook.');
    expect((await shop.deliver(event)).statusCode).toBe(200);
  }
  /** Returns the “Paid” total of the only order with documents. */
  const paid = async () => (await totals(String(shop.documents.orderId)))[0]?.paid;

  it('follows payments, refunds, disputes and won disputes', async () => {
    expect(await paid()).toBe(0);
    const document = await shop.documents.issue(1000);
    const { id, reference } = await shop.begin(document, 'stripe');
    await shop.deliver(shop.payAt('stripe', reference));
    expect(await paid()).toBe(1000);
    const { providerChargeId } = await shop.paymentOf(id);
    await announce('charge.dispute.funds_withdrawn', dispute(providerChargeId ?? '', 'needs_response'));
    expect(await paid()).toBe(0);
    await announce('charge.dispute.funds_reinstated', dispute(providerChargeId ?? '', 'won'));
    expect(await paid()).toBe(1000);
    const refund = { amount: '4', reason: 'Goodwill', decision: 'credited' };
    expect((await postApi(shop.site, `/payments/${id}/refunds`, refund, { cookie: owner.cookie })).statusCode).toBe(
      201,
    );
    const [row] = await shop.refundsOf(id).then(rows => rows.filter(({ origin }) => origin === 'system'));
    await shop.carryOut(row?.id ?? 0);
    expect(await paid()).toBe(600);
  });
});

describe('“Due” total', () => {
  it('is not lowered by an overpayment, as on the order page', async () => {
    const { site, documents } = shop;
    const overpaid = await documents.issue(1000);
    const payment = { amount: '30', receivedOn: '2026-11-20', method: 'cash', sendsReceipt: false };
    const cookie = { cookie: owner.cookie };
    expect((await postApi(site, `/invoices/${overpaid.number}/payments`, payment, cookie)).statusCode).toBe(201);
    await documents.issue(1500);
    const { summary } = await getApi<Order>(site, `/orders/${documents.orderId}`, owner.cookie);
    expect(summary.amountDue).toBe(1500);
    const { items, totals: sums } = await getApi<OrderList>(site, `/orders?search=${documents.orderId}`, owner.cookie);
    expect([items[0]?.amountDue, sums[0]?.amountDue]).toEqual([1500, 1500]);
  });
});
