import { describe, expect, it } from 'vitest';
import { setOwnProfile } from '../../support/emails.ts';
import { requestApi, expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { orderFixture, type PlacedOrder } from '../../support/order-fixture.ts';

const {
  site,
  owner,
  arrive,
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

describe('answers of the client', () => {
  it('are given once per idempotency key, as when a response is lost', async () => {
    const order = await placeStartedOrder();
    const lineItems = [{ description: 'A map', amount: '100' }];
    await asOwner(order, '/change-orders', { lineItems, extraDays: '0' });
    const [change] = (await read(order.number)).changeOrders;
    const repeat = async (path: string, input: object) => {
      const idempotencyKey = crypto.randomUUID();
      const answers = [1, 2].map(() => asClient(order, path, { ...input, idempotencyKey }));
      expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const other = await asClient(order, path, { ...input, idempotencyKey: crypto.randomUUID() });
      expectApiError(other, 'CONFLICT');
    };
    await repeat(`/change-orders/${change?.id}/answer`, { answer: 'accept' });
    await asOwner(order, '/transitions', { transition: 'submit_for_review' });
    await repeat('/revisions', { size: 'minor', body: 'Bluer.' });
    await asOwner(order, '/transitions', { transition: 'submit_for_review' });
    await repeat('/transitions', { transition: 'complete' });
    const { status, messages, events } = await read(order.number);
    expect([status, messages.map(({ body }) => body)]).toEqual(['completed', ['Bluer.']]);
    const count = (type: string) => events.filter(event => event.type === type).length;
    expect([count('change_order_answered'), count('revision_requested')]).toEqual([1, 1]);
  });
});

describe('actions of the owner', () => {
  it('are done once per idempotency key, as when a response is lost', async () => {
    const order = await placeStartedOrder();
    const repeat = async (path: string, input: object = {}) => {
      const idempotencyKey = crypto.randomUUID();
      for (let attempt = 0; attempt < 2; attempt++) {
        const { statusCode, body } = await asOwner(order, path, { ...input, idempotencyKey });
        expect([path, statusCode, JSON.parse(body)]).toEqual([path, 200, { number: order.number }]);
      }
    };
    await repeat('/change-orders', { lineItems: [{ description: 'A map', amount: '100' }], extraDays: '0' });
    const [change] = (await read(order.number)).changeOrders;
    await repeat(`/change-orders/${change?.id}/withdraw`);
    await site().db.$client.query('delete from emails');
    await repeat('/access-link/rotate');
    expect(await rows('emails')).toHaveLength(1);
    await repeat('/transitions', { transition: 'cancel_work', reason: 'The client left.' });
    const { status, events } = await read(order.number);
    const count = (type: string) => events.filter(event => event.type === type).length;
    expect([status, count('change_order_quoted'), count('change_order_withdrawn')]).toEqual(['canceled', 1, 1]);
  });
});

describe('messages', () => {
  it('are emailed only to the other party', async () => {
    const order = await placeOrder();
    expect((await asClient(order, '/messages', { body: ' Hello?\r\nIs it \u00e9t\u00e9? ' })).statusCode).toBe(200);
    expect((await asOwner(order, '/messages', { body: 'It is.' })).statusCode).toBe(200);
    expectApiError(await asOwner(order, '/messages', { body: '  ' }), 'BAD_REQUEST');
    expect((await read(order.reference)).messages).toMatchObject([
      { sender: 'client', senderName: 'Noor Haddad', body: 'Hello?\nIs it été?' },
      { sender: 'owner', senderName: 'Mira Castellan', body: 'It is.' },
    ]);
    const mails = await rows('emails');
    expect(new Set(mails.map(({ to_email }) => to_email))).toEqual(new Set([owner().email, 'noor@site.example']));
    expect(mails).toHaveLength(2);
  });

  it('go to the account’s current address, or without an account to the order’s', async () => {
    const order = await placeOrder();
    const client = await arrive({ name: 'Noor', email: 'noor@site.example' });
    await site().db.$client.query('update orders set client_id = $1 where id = $2', [client.id, order.number]);
    await site().db.$client.query(`update users set email = 'noor@new.example' where id = $1`, [client.id]);
    await setOwnProfile(site());
    const listRecipients = async () => {
      await site().db.$client.query('delete from emails');
      expect((await asOwner(order, '/messages', { body: 'It is.' })).statusCode).toBe(200);
      const written = await rows('emails');
      expect(written.map(({ reply_to_email }) => reply_to_email)).toEqual(['mira@castellan.example']);
      return written.map(({ to_email }) => to_email);
    };
    expect(await listRecipients()).toEqual(['noor@new.example']);
    await site().db.$client.query('delete from users where id = $1', [client.id]);
    expect(await listRecipients()).toEqual(['noor@site.example']);
  });

  it('are sent once per idempotency key, as when a response is lost', async () => {
    const order = await placeOrder();
    const message = { body: 'Only once.', idempotencyKey: crypto.randomUUID() };
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await asClient(order, '/messages', message);
      expect([answer.statusCode, answer.json()]).toEqual([200, { number: order.number }]);
    }
    expectApiError(await asClient(order, '/messages', { ...message, body: 'Another one.' }), 'UNPROCESSABLE');
    expect((await read(order.reference)).messages.map(({ body }) => body)).toEqual(['Only once.']);
    expect(await rows('emails')).toHaveLength(1);
    // Another form has another key.
    await asClient(order, '/messages', { ...message, idempotencyKey: crypto.randomUUID() });
    expect((await read(order.reference)).messages).toHaveLength(2);
  });

  it('are limited to thirty an hour per party', async () => {
    const order = await placeOrder();
    for (let number = 0; number < 30; number++) await asClient(order, '/messages', { body: 'Again.' });
    expectApiError(await asClient(order, '/messages', { body: 'Again.' }), 'TOO_MANY_REQUESTS');
    expect((await asOwner(order, '/messages', { body: 'Stop.' })).statusCode).toBe(200);
    expect((await read(order.reference)).messages).toHaveLength(31);
  });
});

describe('term 14: monthly service', () => {
  const change = (order: PlacedOrder, name: string) => asClient(order, '/subscription', { action: name });

  it('starts prorated once paid, and either party can pause, resume, end and keep it', async () => {
    const order = await placeOrder('maintenance', { kind: 'service' });
    const before = await read(order.reference);
    expect(before.billingDocuments.map(({ total }) => total)).toEqual([15_000]);
    expectApiError(await change(order, 'pause'), 'CONFLICT');
    await pay(order);
    const { status, summary } = await read(order.reference);
    expect([status, summary.subscription?.status]).toEqual(['in_progress', 'active']);
    expect(summary.subscription?.nextInvoice).toEqual({
      issuesOn: '2027-04-01',
      periodStart: '2027-04-01',
      periodEnd: '2027-04-30',
      amount: 15_000,
    });
    expect((await change(order, 'pause')).statusCode).toBe(200);
    expectApiError(await change(order, 'pause'), 'CONFLICT');
    expect((await read(order.number)).summary.subscription).toMatchObject({
      status: 'paused',
      pausedFrom: '2027-04-01',
    });
    await passDays(35);
    expect((await read(order.number)).summary.subscription).toMatchObject({ status: 'paused', nextInvoice: null });
    expect((await asOwner(order, '/subscription', { action: 'resume' })).statusCode).toBe(200);
    // 5 to 30 April: 26 of 30 days.
    expect((await read(order.reference)).billingDocuments.map(({ total }) => total)).toEqual([15_000, 13_000]);
    expect((await change(order, 'cancel')).statusCode).toBe(200);
    expect((await read(order.reference)).summary.subscription).toMatchObject({
      status: 'cancel_scheduled',
      endsOn: '2027-04-30',
    });
    expect((await change(order, 'undo_cancellation')).statusCode).toBe(200);
    expect((await read(order.reference)).summary.subscription).toMatchObject({ status: 'active', endsOn: null });
    expectApiError(
      await asOwner(order, '/change-orders', { lineItems: [{ description: 'More', amount: '1' }], extraDays: 0 }),
      'CONFLICT',
    );
  });
});

describe('files', () => {
  it('can be removed only by their sender, including the stored bytes', async () => {
    const order = await placeOrder();
    await sendFile(order.reference, 'name=..%2F..%2Fbrief%20%3Cb%3E.txt&purpose=brief');
    const [file] = (await read(order.reference)).files;
    expect(file).toMatchObject({ name: 'brief <b>.txt', purpose: 'brief' });
    const remove = (reference: string | number, cookie?: string) =>
      postApi(
        site(),
        `/orders/${reference}/files/${file?.id}`,
        {},
        { method: 'DELETE', ...(cookie ? { cookie } : {}) },
      );
    expectApiError(await remove(order.number, owner().cookie), 'NOT_FOUND');
    expect((await remove(order.reference)).statusCode).toBe(200);
    expectApiError(await download(file?.downloadPath ?? ''), 'NOT_FOUND');
    expectApiError(await remove(order.reference), 'NOT_FOUND');
  });

  it('are stored once per idempotency key, as when a response is lost', async () => {
    const order = await placeOrder();
    const query = `name=plan.txt&purpose=brief&idempotencyKey=${crypto.randomUUID()}`;
    const first = await sendFile(order.reference, query);
    const second = await sendFile(order.reference, query);
    expect([first.statusCode, second.statusCode, second.json()]).toEqual([201, 201, first.json()]);
    const { files } = await read(order.reference);
    expect(files).toMatchObject([{ name: 'plan.txt' }]);
    expect((await download(files[0]?.downloadPath ?? '')).body).toBe('some bytes');
  });

  it.each([
    ['no purpose', 'name=a', 'BAD_REQUEST'],
    ['an unknown purpose', 'name=a&purpose=proof', 'BAD_REQUEST'],
    ['an unknown item', 'name=a&purpose=content&contentItem=99', 'NOT_FOUND'],
    ['no content', 'name=a&purpose=brief', 'UNPROCESSABLE'],
  ] as const)('are refused with %s', async (what, query, code) => {
    const order = await placeOrder();
    expectApiError(await sendFile(order.reference, query, what === 'no content' ? '' : 'bytes'), code);
    expect((await read(order.reference)).files).toEqual([]);
  });

  it('are refused after an order has ended', async () => {
    const order = await placeOrder();
    await asClient(order, '/transitions', { transition: 'cancel' });
    expectApiError(await sendFile(order.reference, 'name=a&purpose=brief'), 'CONFLICT');
    expect((await read(order.reference)).summary.amountDue).toBe(0);
  });
});

describe('order list', () => {
  it('shows, searches and filters all orders for the owner only', async () => {
    const lin = await arrive({ name: 'Lin' });
    const order = await placeOrder('starter', { name: 'Zuri Achieng', email: 'zuri@site.example' });
    type List = { items: { number: number }[]; total: number; totals: { currency: string; amountDue: number }[] };
    const ask = (query: string, cookie = owner().cookie) => getApi<List>(site(), `/orders?${query}`, cookie);
    expect((await ask('search=zuri')).items.map(({ number }) => number)).toEqual([order.number]);
    expect((await ask(`search=${order.number}`)).total).toBe(1);
    expect((await ask('search=zuri&stage=waiting_on_owner')).total).toBe(0);
    expect((await ask('search=zuri&stage=waiting_on_client')).totals).toMatchObject([
      { currency: 'USD', amountDue: 24_950 },
    ]);
    expect((await ask('search=zuri&kind=project')).total).toBe(0);
    expect((await ask('', lin.cookie)).total).toBe(0);
    expectApiError(await requestApi(site(), '/orders'), 'UNAUTHORIZED');
    const csv = await requestApi(site(), '/orders.csv?search=zuri', owner().cookie);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.body.split('\n')[1]).toContain(
      `${order.number},Starter,Plan,Agreed,Zuri Achieng,zuri@site.example,,USD,499`,
    );
  });
});

describe('deleted account', () => {
  it('keeps open orders reachable by link and removes texts from ended ones', async () => {
    const noor = await arrive({ email: 'noor@site.example', name: 'Noor Haddad' });
    const [open, over] = [await placeOrder(), await placeOrder('starter', { brief: 'Secret plans.' })];
    await asClient(over, '/messages', { body: 'Between us.' });
    await sendFile(over.reference, 'name=plan.txt&purpose=brief');
    await asClient(over, '/transitions', { transition: 'cancel' });
    await getApi(site(), '/orders', noor.cookie);
    const copy = JSON.stringify(await getApi(site(), '/profile/export', noor.cookie));
    for (const word of ['Secret plans.', 'Between us.', 'plan.txt', 'AGREEMENT: Growth']) expect(copy).toContain(word);
    expect(copy).not.toContain(open.reference.split('.')[1]);
    const deletion = await postApi(
      site(),
      '/profile',
      { password: 'tide-gauge-42' },
      { cookie: noor.cookie, method: 'DELETE' },
    );
    expect(deletion.statusCode, deletion.body).toBeLessThan(300);
    expect(await read(open.reference)).toMatchObject({ status: 'agreed', isGuest: true });
    expect(await read(over.reference)).toMatchObject({
      brief: '',
      messages: [],
      files: [],
      billingDocuments: [{}, {}],
    });
  });
});
