import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { processDueOrders } from '#features/orders/jobs.ts';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { expectApiError, getApi } from '../../support/api-client.ts';
import { cancelAllOrders } from '../../support/document-days.ts';
import { orderFixture, type PlacedOrder } from '../../support/order-fixture.ts';

const {
  site,
  owner,
  arrive,
  send,
  rows,
  placeOrder,
  placeStartedOrder,
  read,
  asClient,
  asOwner,
  pay,
  passDays,
  sendFile,
  download,
} = orderFixture();
beforeEach(() => cancelAllOrders(site().db));

/** The plan includes so many days of support, counted from 1 March. */
const INCLUDED = 30;

/** An order that was delivered on 1 March, with a file. */
async function delivered(): Promise<PlacedOrder> {
  const order = await placeStartedOrder();
  await asOwner(order, '/transitions', { transition: 'submit_for_review' });
  await asClient(order, '/transitions', { transition: 'complete' });
  await pay(order);
  await sendFile(order.number, 'name=site.zip&purpose=deliverable');
  await asOwner(order, '/transitions', { transition: 'deliver' });
  const { db } = site();
  await db.$client.query(
    `update orders set offer_snapshot = offer_snapshot || '{"supportDays": ${INCLUDED}}' where id = ${order.number}`,
  );
  expect(await read(order.number)).toMatchObject({
    status: 'delivered',
    summary: { amountDue: 0, downloadBlockedReason: null },
  });
  await db.$client.query('delete from emails; delete from rate_limits');
  return order;
}

const ask = (order: PlacedOrder, body = 'The form sends nothing.') => asClient(order, '/support-requests', { body });
const lineItems = [
  { description: 'Two hours', amount: '200' },
  { description: 'A new form', amount: '49.50' },
];

/** Returns the status of an order and of its support requests, and whose turn it is. */
async function readStatus(order: PlacedOrder) {
  const { status, supportRequests, summary: now } = await read(order.reference);
  return {
    order: status,
    requests: supportRequests.map(one => one.status),
    turn: now.nextAction.by,
    lock: now.downloadBlockedReason,
  };
}

/** Requests support after the included time, and quotes it. Returns the request's ID. */
async function quoted(order: PlacedOrder): Promise<number> {
  await passDays(INCLUDED + 1);
  expect((await ask(order)).json()).toMatchObject({ isIncluded: false });
  const id = (await read(order.number)).supportRequests.at(-1)?.id ?? 0;
  const answer = await asOwner(order, `/support-requests/${id}/quote`, { lineItems });
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}

/** Lets days pass and runs the hourly job. Returns the templates of its emails. */
async function runOn(days: number) {
  await passDays(days);
  await site().db.$client.query('delete from emails');
  await processDueOrders({ ...site().http.services, log: site().log.log });
  return (await rows('emails')).map(({ template }) => template);
}

describe('term 13: support after delivery', () => {
  it('is refused before delivery with the reason', async () => {
    const order = await placeStartedOrder();
    const { message } = expectApiError(await ask(order), 'CONFLICT');
    expect(message).toBe('You can request support once the work is delivered. (Payment term 13.)');
    expect(await read(order.number)).toMatchObject({ supportRequests: [], messages: [] });
    expect(await rows('emails')).toEqual([]);
    const service = await placeOrder('maintenance', { kind: 'service' });
    expectApiError(await ask(service), 'CONFLICT');
  });

  it('is requested once per idempotency key, as when a response is lost', async () => {
    const order = await delivered();
    const request = { body: 'The form sends nothing.', idempotencyKey: crypto.randomUUID() };
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await asClient(order, '/support-requests', request);
      expect([answer.statusCode, answer.json()]).toEqual([200, { number: order.number, isIncluded: true }]);
    }
    expect(await read(order.number)).toMatchObject({
      supportRequests: [{ body: 'The form sends nothing.' }],
      messages: [{ body: 'The form sends nothing.' }],
    });
    expect(await rows('emails')).toMatchObject([{ template: 'support_requested' }]);
  });

  it('is included until its last day, resolved by the owner and reopened by the client', async () => {
    const order = await delivered();
    expect((await read(order.reference)).summary.support).toEqual({ isIncluded: true, until: '2027-03-31' });
    expectApiError(await ask(order, ' '), 'BAD_REQUEST');
    expectApiError(await asOwner(order, '/support-requests', { body: 'Mine.' }), 'FORBIDDEN');
    await passDays(INCLUDED);
    expect((await ask(order)).json()).toEqual({ number: order.number, isIncluded: true });
    const [request] = (await read(order.reference)).supportRequests;
    expect(request).toMatchObject({ body: 'The form sends nothing.', isIncluded: true, status: 'open', quote: null });
    expect((await read(order.number)).messages).toMatchObject([{ sender: 'client', body: 'The form sends nothing.' }]);
    expect((await read(order.number)).events.at(-1)).toMatchObject({ type: 'support_requested', actor: 'client' });
    expect(await rows('emails')).toMatchObject([{ template: 'support_requested', to_email: owner().email }]);
    expect(await readStatus(order)).toMatchObject({ requests: ['open'], turn: 'owner' });
    // Included support has no price, and only the owner can resolve it.
    const path = `/support-requests/${request?.id}`;
    expectApiError(await asOwner(order, `${path}/quote`, { lineItems }), 'CONFLICT');
    expectApiError(await asClient(order, `${path}/answer`, { answer: 'accept' }), 'CONFLICT');
    expectApiError(await asClient(order, `${path}/resolve`), 'FORBIDDEN');
    expectApiError(await asClient(order, `${path}/reopen`), 'CONFLICT');
    expect((await asOwner(order, `${path}/resolve`)).statusCode).toBe(200);
    expectApiError(await asOwner(order, `${path}/resolve`), 'CONFLICT');
    expect(await readStatus(order)).toMatchObject({ requests: ['resolved'], turn: 'none' });
    expect((await read(order.reference)).supportRequests[0]?.canReopen).toBe(true);
    expect((await asClient(order, `${path}/reopen`)).statusCode).toBe(200);
    expect(await readStatus(order)).toMatchObject({ requests: ['open'], turn: 'owner' });
    // An open request keeps the order from being closed.
    expectApiError(await asOwner(order, '/transitions', { transition: 'close' }), 'CONFLICT');
    await runOn(INCLUDED + 2);
    expect(await readStatus(order)).toMatchObject({ order: 'delivered', requests: ['open'] });
    await asOwner(order, `${path}/resolve`);
    const { message } = expectApiError(await asClient(order, `${path}/reopen`), 'CONFLICT');
    expect(message).toContain('term 13');
    expect((await read(order.number)).billingDocuments.map(({ kind }) => kind)).toEqual([
      'deposit_invoice',
      'balance_invoice',
    ]);
    await runOn(INCLUDED + 2);
    expect(await readStatus(order)).toMatchObject({ order: 'closed', turn: 'none' });
  });

  it('is quoted afterwards and invoiced once, and the files stay unlocked', async () => {
    const order = await delivered();
    await runOn(INCLUDED + 1);
    expect((await readStatus(order)).order).toBe('closed');
    await site().db.$client.query('delete from emails');
    expect((await ask(order)).json()).toMatchObject({ isIncluded: false });
    expect(await rows('emails')).toMatchObject([{ template: 'support_requested' }]);
    expect(await readStatus(order)).toMatchObject({ order: 'closed', requests: ['awaiting_quote'], turn: 'owner' });
    const [request] = (await read(order.number)).supportRequests;
    const path = `/support-requests/${request?.id}`;
    const listedFor = async (stage: string) => {
      const { items } = await getApi<{ items: { number: number }[] }>(
        site(),
        `/orders?search=${order.number}&stage=waiting_on_${stage}`,
        owner().cookie,
      );
      return items.length;
    };
    expect([await listedFor('owner'), await listedFor('client')]).toEqual([1, 0]);
    expectApiError(await asClient(order, `${path}/quote`, { lineItems }), 'FORBIDDEN');
    const { fields } = expectApiError(
      await asOwner(order, `${path}/quote`, { lineItems: [{ description: 'Hours', amount: 'some' }] }),
      'UNPROCESSABLE',
    );
    expect(fields['lineItems.0.amount']).toContain('USD');
    const free = [{ description: 'Hours', amount: '0' }];
    expectApiError(await asOwner(order, `${path}/quote`, { lineItems: free }), 'UNPROCESSABLE');
    await site().db.$client.query('delete from emails');
    expect((await asOwner(order, `${path}/quote`, { lineItems })).statusCode).toBe(200);
    expect((await rows('emails')).map(({ text }) => text)).toEqual([
      expect.stringContaining('The support costs $249.50.'),
    ]);
    expectApiError(await asOwner(order, `${path}/quote`, { lineItems }), 'CONFLICT');
    expect(await readStatus(order)).toMatchObject({ requests: ['quoted'], turn: 'client' });
    expect([await listedFor('owner'), await listedFor('client')]).toEqual([0, 1]);
    expect(await read(order.reference)).toMatchObject({
      changeOrders: [],
      supportRequests: [
        { isIncluded: false, quote: { total: 24_950, lineItems: [{ amount: 20_000 }, { amount: 4950 }] } },
      ],
    });
    // The change order of a quote is answered at its own URL.
    const [{ id: quote } = {}] = await rows(`change_orders where order_id = ${order.number}`);
    expectApiError(await asClient(order, `/change-orders/${Number(quote)}/answer`, { answer: 'accept' }), 'CONFLICT');

    const answers = await Promise.all([1, 2].map(() => asClient(order, `${path}/answer`, { answer: 'accept' })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const { billingDocuments, summary: now, files } = await read(order.reference);
    const invoices = billingDocuments.filter(({ kind }) => kind === 'invoice');
    expect(invoices).toMatchObject([{ total: 24_950, amountDue: 24_950, issuedOn: '2027-04-01', dueOn: '2027-04-08' }]);
    const [document] = await rows(`billing_documents where id = ${invoices[0]?.id}`);
    expect(document?.content).toMatchObject({ lineItems: [{ term: 13 }, { term: 13 }], terms: [{}, {}, {}] });
    // Term 12 applies to the delivered files, which are paid.
    expect(now).toMatchObject({ amountDue: 24_950, downloadBlockedReason: null, nextPayment: { amount: 24_950 } });
    expect((await download(files[0]?.downloadPath ?? '')).statusCode).toBe(200);
    // The work comes first, then the remaining payment.
    expect((await readStatus(order)).turn).toBe('owner');
    await asOwner(order, `${path}/resolve`);
    expect((await readStatus(order)).turn).toBe('client');

    // Term 6 applies to a closed order, too.
    expect(await runOn(INCLUDED + 1 + 8)).toEqual(['payment_overdue']);
    expect(await runOn(INCLUDED + 1 + 15)).toEqual(['payment_overdue', 'late_fee_proposed']);
    expect(await runOn(INCLUDED + 1 + 15)).toEqual([]);
    await asOwner(order, `/late-fees/${invoices[0]?.id}`, { decision: 'apply' });
    expect((await read(order.reference)).summary).toMatchObject({
      amountDue: 24_950 + 1248,
      downloadBlockedReason: null,
    });
    expect((await download(files[0]?.downloadPath ?? '')).statusCode).toBe(200);
    await pay(order);
    await pay(order);
    expect(await readStatus(order)).toMatchObject({ order: 'closed', turn: 'none', lock: null });
    expect(await runOn(INCLUDED + 1 + 60)).toEqual([]);
  });

  it('is not provided or charged when its quote is declined', async () => {
    const order = await delivered();
    const id = await quoted(order);
    await site().db.$client.query('delete from emails');
    expect((await asClient(order, `/support-requests/${id}/answer`, { answer: 'decline' })).statusCode).toBe(200);
    expectApiError(await asClient(order, `/support-requests/${id}/answer`, { answer: 'accept' }), 'CONFLICT');
    expectApiError(await asOwner(order, `/support-requests/${id}/resolve`), 'CONFLICT');
    expect(await readStatus(order)).toMatchObject({ requests: ['declined'], turn: 'none' });
    expect((await read(order.reference)).summary.amountDue).toBe(0);
    expect(await rows('emails')).toMatchObject([{ template: 'order_updated', to_email: owner().email }]);
    await runOn(INCLUDED + 1);
    expect((await readStatus(order)).order).toBe('closed');
  });

  it('waits for another quote after the owner withdraws one', async () => {
    const order = await delivered();
    const id = await quoted(order);
    const path = `/support-requests/${id}`;
    await site().db.$client.query('delete from emails');
    expectApiError(await asClient(order, `${path}/withdraw-quote`), 'FORBIDDEN');
    expect((await asOwner(order, `${path}/withdraw-quote`)).statusCode).toBe(200);
    expectApiError(await asOwner(order, `${path}/withdraw-quote`), 'CONFLICT');
    expectApiError(await asClient(order, `${path}/answer`, { answer: 'accept' }), 'CONFLICT');
    expect(await readStatus(order)).toMatchObject({ requests: ['awaiting_quote'], turn: 'owner' });
    expect((await read(order.reference)).supportRequests).toMatchObject([{ quote: null }]);
    expect(await rows('emails')).toMatchObject([{ template: 'order_updated', to_email: 'noor@site.example' }]);
    const cheaper = [{ description: 'Repair', amount: '80' }];
    expect((await asOwner(order, `${path}/quote`, { lineItems: cheaper })).statusCode).toBe(200);
    expect((await asClient(order, `${path}/answer`, { answer: 'accept' })).statusCode).toBe(200);
    expectApiError(await asOwner(order, `${path}/withdraw-quote`), 'CONFLICT');
    expect((await read(order.reference)).summary.amountDue).toBe(8000);
  });

  it('can be resolved free of charge by the owner, which withdraws its quote', async () => {
    const order = await delivered();
    const id = await quoted(order);
    expect((await asOwner(order, `/support-requests/${id}/resolve`)).statusCode).toBe(200);
    expectApiError(await asClient(order, `/support-requests/${id}/answer`, { answer: 'accept' }), 'CONFLICT');
    expect(await rows(`change_orders where support_request_id = ${id}`)).toMatchObject([{ is_accepted: false }]);
    expect((await read(order.reference)).summary.amountDue).toBe(0);
    expect((await asOwner(order, '/transitions', { transition: 'close' })).statusCode).toBe(200);
  });

  it('is limited to its own client and the owner', async () => {
    const [order, other] = [await delivered(), await delivered()];
    const lin = await arrive({ name: 'Lin' });
    expectApiError(await send(lin, 'POST', `/orders/${order.number}/support-requests`, { body: 'Mine?' }), 'NOT_FOUND');
    const id = await quoted(order);
    for (const reached of [
      await send(lin, 'POST', `/orders/${order.number}/support-requests/${id}/answer`, { answer: 'accept' }),
      await asClient(other, `/support-requests/${id}/answer`, { answer: 'accept' }),
      await asClient(other, `/support-requests/${id}/reopen`),
      await asOwner(other, `/support-requests/${id}/resolve`),
      await asOwner(other, `/support-requests/${id}/withdraw-quote`),
      await asOwner(other, `/support-requests/${id}/quote`, { lineItems }),
    ]) {
      expectApiError(reached, 'NOT_FOUND');
    }
    expect(await readStatus(order)).toMatchObject({ requests: ['quoted'] });
    expect(await readStatus(other)).toMatchObject({ requests: [] });
  });

  it('adds tax to net prices in the quote and the invoice', async () => {
    const order = await delivered();
    await site()
      .db.update(orders)
      .set({ tax: { behavior: 'exclusive', name: 'VAT', basisPoints: 1900 } })
      .where(eq(orders.id, order.number));
    const id = await quoted(order);
    await asClient(order, `/support-requests/${id}/answer`, { answer: 'accept' });
    const { billingDocuments, supportRequests } = await read(order.reference);
    expect(supportRequests[0]?.quote?.total).toBe(29_691);
    expect(billingDocuments.at(-1)).toMatchObject({ kind: 'invoice', total: 29_691 });
  });
});

describe('delivered order', () => {
  it('can be turned into a project draft, only by the owner', async () => {
    const working = await placeStartedOrder();
    expectApiError(await asOwner(working, '/showcase-project'), 'CONFLICT');
    const order = await delivered();
    expectApiError(await asClient(order, '/showcase-project'), 'FORBIDDEN');
    const before = (await rows('projects')).length;
    const answer = await asOwner(order, '/showcase-project');
    expect(answer.statusCode, answer.body).toBe(200);
    const { id } = answer.json<{ id: string }>();
    const projects = await rows('projects');
    expect(projects).toHaveLength(before + 1);
    const project = projects.find(one => one.id === id);
    const { title, features, client } = await read(order.number);
    expect(project).toMatchObject({ title, is_public: false });
    expect(project?.markdown).toContain('- site.zip');
    for (const feature of features) expect(String(project?.markdown).replaceAll('\\', '')).toContain(`- ${feature}`);
    expect(project?.markdown).not.toContain(client.name);
  });

  it('opens the same draft again until it is deleted', async () => {
    const order = await delivered();
    expect((await read(order.number)).projectId).toBeNull();
    const before = (await rows('projects')).length;
    const answers = await Promise.all([1, 2].map(() => asOwner(order, '/showcase-project')));
    const [first, second] = answers.map(answer => answer.json<{ id: string }>().id);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(await rows('projects')).toHaveLength(before + 1);
    expect((await read(order.number)).projectId).toBe(first);
    // The client doesn't see the project made from their order.
    expect((await read(order.reference)).projectId).toBeNull();
    // Its address may change.
    await site().db.$client.query(`update projects set id = id || '-renamed' where id = '${first}'`);
    expect((await asOwner(order, '/showcase-project')).json()).toEqual({ id: `${first}-renamed` });
    await site().db.$client.query(`update projects set deleted_at = now() where id = '${first}-renamed'`);
    expect((await read(order.number)).projectId).toBeNull();
    const { id } = (await asOwner(order, '/showcase-project')).json<{ id: string }>();
    expect(id).not.toBe(`${first}-renamed`);
    expect((await read(order.number)).projectId).toBe(id);
  });
});
