import { describe, expect, it } from 'vitest';
import { updateBillingSettingsRow } from '#features/billing/queries/settings.ts';
import type { OrderListItem } from '#features/orders/order-page/contract.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { processDueOrders } from '#features/orders/jobs.ts';
import type { MoneyTask } from '#features/dashboard/contract/index.ts';
import { createRefund } from '#features/payments/actions/refunds.ts';
import { createIssueContext } from '#features/billing/actions/issue-document.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { insertBookingRow } from '../support/booking-factory.ts';
import { orderFixture, type PlacedOrder } from '../support/order-fixture.ts';

const { site, owner, read, asClient, asOwner, pay, placeOrder, placeStartedOrder, passDays } = orderFixture();

const tasks = async () => {
  const { items } = await getApi<{ items: MoneyTask[] }>(site(), '/money-tasks', owner().cookie);
  return new Map(items.map(item => [item.name, item]));
};
const numbersOfTurn = async (stage: 'owner' | 'client') =>
  (
    await getApi<{ items: OrderListItem[] }>(site(), `/orders?stage=waiting_on_${stage}&pageSize=50`, owner().cookie)
  ).items.map(({ number }) => number);

/** Checks that the lists by turn agree with the order page. */
async function expectTurn({ number }: PlacedOrder, of: Order['summary']['nextAction']['by']): Promise<void> {
  expect((await read(number)).summary.nextAction.by).toBe(of);
  expect((await numbersOfTurn('owner')).includes(number), 'in the owner’s list').toBe(of === 'owner');
  expect((await numbersOfTurn('client')).includes(number), 'in the client’s list').toBe(of === 'client');
}

/** Reports a bank transfer for the next payment. */
async function payByBank(order: PlacedOrder): Promise<void> {
  await site().db.transaction(tx => updateBillingSettingsRow(tx, { bankTransferInstructions: 'IBAN' }));
  const { summary } = await read(order.number);
  const path = summary.nextPayment?.path.replace('/document', '/billing-documents');
  const reference = crypto.randomUUID().slice(0, 12);
  const answer = await postApi(site(), `${path}/payments`, { method: 'bank_transfer', sender: 'Noor', reference });
  expect(answer.statusCode, answer.body).toBe(201);
}

describe('turn in the order list', () => {
  it('matches the order page before and after a manual payment', async () => {
    const order = await placeOrder();
    await expectTurn(order, 'client');
    await payByBank(order);
    await expectTurn(order, 'owner');
    const { items } = await getApi<{ items: { id: number }[] }>(site(), '/payments?state=in_review', owner().cookie);
    await postApi(site(), `/payments/${items[0]?.id}/reject`, { reason: 'No money.' }, { cookie: owner().cookie });
    await expectTurn(order, 'client');
  });

  it('is the client’s while a running service has an unpaid invoice', async () => {
    const order = await placeOrder('maintenance', { kind: 'service' });
    await pay(order);
    await expectTurn(order, 'owner');
    await passDays(35);
    await processDueOrders({ ...site().http.services, log: site().log.log });
    await expectTurn(order, 'client');
    await pay(order);
    await expectTurn(order, 'owner');
  });

  it('is neither party’s while a service is paused', async () => {
    const order = await placeOrder('maintenance', { kind: 'service' });
    await pay(order);
    expect((await asClient(order, '/subscription', { action: 'pause' })).statusCode).toBe(200);
    await passDays(60);
    await processDueOrders({ ...site().http.services, log: site().log.log });
    await expectTurn(order, 'none');
  });

  it('is the client’s for a quoted change request and the owner’s before', async () => {
    const order = await placeStartedOrder();
    await expectTurn(order, 'owner');
    const lineItems = [{ description: 'A second language', amount: '250' }];
    const quoted = await asOwner(order, '/change-orders', { lineItems, extraDays: '2' });
    expect(quoted.statusCode, quoted.body).toBe(200);
    await expectTurn(order, 'client');
    const [change] = (await read(order.number)).changeOrders;
    await asClient(order, `/change-orders/${change?.id}/answer`, { answer: 'accept' });
    await expectTurn(order, 'owner');
    await asOwner(order, '/transitions', { transition: 'submit_for_review' });
    await expectTurn(order, 'client');
    const revision = await asClient(order, '/revisions', { size: 'major', body: 'Another language.' });
    expect(revision.statusCode, revision.body).toBe(200);
    await expectTurn(order, 'owner');
  });
});

describe('money tasks', () => {
  it('are limited to the owner', async () => {
    expectApiError(await requestApi(site(), '/money-tasks'), 'UNAUTHORIZED');
  });

  it('list payments to confirm and refunds to send until done', async () => {
    const order = await placeOrder();
    await payByBank(order);
    const { amount = 0 } = (await read(order.number)).summary.nextPayment ?? {};
    const written = `Noor Haddad $${(amount / 100).toFixed(2)}`;
    expect((await tasks()).get('payments')).toMatchObject({
      total: 1,
      items: [{ text: expect.stringContaining(written) }],
    });
    const { items } = await getApi<{ items: { id: number }[] }>(site(), '/payments?state=in_review', owner().cookie);
    const id = items[0]?.id ?? 0;
    await postApi(site(), `/payments/${id}/confirm`, {}, { cookie: owner().cookie });
    expect([...(await tasks()).keys()]).not.toContain('payments');
    await site().db.transaction(async tx => {
      const issuing = await createIssueContext(tx, site().http.services);
      await createRefund(tx, issuing, { paymentId: id, amount: toMinorUnits(1234), reason: 'Goodwill' });
    });
    expect((await tasks()).get('refunds')).toMatchObject({
      total: 1,
      items: [{ text: expect.stringContaining('$12.34') }],
    });
  });

  it('list disputes and wrong amounts until acknowledged', async () => {
    const order = await placeOrder();
    await pay(order);
    const { $client } = site().db;
    const { rows } = await $client.query<{ id: number }>('select max(id) as id from payments');
    await $client.query(
      `insert into refunds (payment_id, status, amount, reference, reason, origin, created_at, settled_at)
        values ($1, 'succeeded', 5000, 'dp_1', 'A dispute', 'dispute', now(), now())`,
      [rows[0]?.id],
    );
    expect((await tasks()).get('disputes')).toMatchObject({
      total: 1,
      items: [{ text: expect.stringContaining('$50.00') }],
    });
    await $client.query('update refunds set acknowledged_at = now()');
    expect([...(await tasks()).keys()]).not.toContain('disputes');
    await $client.query(
      `insert into payments (billing_document_id, method, status, amount, currency, received_amount, received_currency, created_at, settled_at)
        select billing_document_id, 'stripe', 'amount_mismatch', amount, currency, 1, 'USD', now(), now() from payments where id = $1`,
      [rows[0]?.id],
    );
    expect((await tasks()).get('mismatches')).toMatchObject({ total: 1 });
    await $client.query('update payments set acknowledged_at = now()');
    expect([...(await tasks()).keys()]).not.toContain('mismatches');
  });

  it('list overdue invoices and proposed late fees', async () => {
    const order = await placeStartedOrder();
    for (const transition of ['submit_for_review', 'complete'])
      await asOwner(order, '/transitions', { transition, reason: 'Done.' });
    const overdue = async () => {
      const { items } = await getApi<{ items: { number: string }[] }>(
        site(),
        '/billing-documents?status=overdue&pageSize=50',
        owner().cookie,
      );
      return items.length;
    };
    for (const day of [1, 8]) {
      await passDays(day);
      expect((await tasks()).get('overdue')?.total ?? 0).toBe(await overdue());
    }
    expect(await overdue()).toBeGreaterThan(0);
    const textsOf = async () =>
      ((await tasks()).get('late_fees')?.items ?? []).map(({ text, path }) => ({ text, path }));
    const proposed = async () => (await read(order.number)).summary.lateFees;
    for (const day of [14, 15]) {
      await passDays(day);
      const [fee] = await proposed();
      expect((await textsOf()).some(({ path }) => path === `/dashboard/orders/${order.number}`)).toBe(
        fee !== undefined,
      );
    }
    const [fee] = await proposed();
    expect((await textsOf()).find(({ path }) => path === `/dashboard/orders/${order.number}`)?.text).toContain(
      `$${((fee?.amount ?? 0) / 100).toFixed(2)} (${fee?.document})`,
    );
    await asOwner(order, `/late-fees/${fee?.documentId}`, { decision: 'waive', reason: 'Goodwill.' });
    expect((await textsOf()).some(({ path }) => path === `/dashboard/orders/${order.number}`)).toBe(false);
  });

  it('list a new consultation until the owner opens it', async () => {
    const number = await insertBookingRow(site(), { startsAt: '2027-03-09T15:00:00Z' });
    await insertBookingRow(site(), { startsAt: '2027-03-10T15:00:00Z', state: 'canceled' });
    expect((await tasks()).get('bookings')).toEqual({
      name: 'bookings',
      total: 1,
      items: [
        {
          text: expect.stringContaining('Grace Murray, Strategy session, 09 Mar 2027'),
          path: `/dashboard/bookings/${number}`,
        },
      ],
    });
    await getApi(site(), `/bookings/${number}`, owner().cookie);
    expect([...(await tasks()).keys()]).not.toContain('bookings');
  });
});
