import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectApiError, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
const now = Temporal.Instant.from('2027-03-01T12:00:00Z');
const { arrive, rows, send } = memberFixture(() => site);
let owner: SignedInUser;
let lin: SignedInUser;
const { customOffer, read, customRequest, requested } = quoteFixture(
  () => site,
  () => owner,
);

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  lin = await arrive({ name: 'Lin' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.$client.query('delete from emails; delete from rate_limits');
});

const countOrders = async () => (await rows('orders')).length;

describe('requesting a custom plan', () => {
  it('stores the request, invoices nothing and notifies both parties', async () => {
    const { services, currency, today } = await customOffer();
    expect(services).toHaveLength(20);
    expect([currency, today]).toEqual(['USD', '2027-03-01']);
    const { number, reference } = await requested();
    await site.db.$client.query(`update specialized_services set title = 'Another' where id = $1`, [services[0]?.id]);
    expect(await read(reference)).toMatchObject({
      number,
      kind: 'custom',
      status: 'requested',
      total: 0,
      lineItems: [],
      billingDocuments: [],
      agreements: [],
      quote: null,
      brief: 'Tide tables for three harbors.',
      request: {
        services: [
          { title: services[0]?.title, quantity: 2 },
          { title: services[1]?.title, quantity: 1 },
        ],
        budget: 250_000,
        deadline: '2027-04-15',
      },
      features: [`2 × ${services[0]?.title}`, services[1]?.title],
      summary: { nextAction: { by: 'owner' }, amountDue: 0 },
      events: [{ type: 'placed', message: 'Quote requested' }],
    });
    await site.db.$client.query(`update specialized_services set title = $2 where id = $1`, [
      services[0]?.id,
      services[0]?.title,
    ]);
    expect((await listEmailsTo(site, 'noor@site.example')).map(({ template }) => template)).toEqual(['order_placed']);
    expect((await listEmailsTo(site, owner.email)).map(({ template }) => template)).toEqual(['order_received']);
  });

  it('is named after the requested services', async () => {
    const { services } = await customOffer();
    const [first, second] = services.map(({ title }) => title);
    const all = services.map(({ id }) => ({ id, quantity: 1 }));
    const titles = [];
    for (const wished of [all.slice(0, 1), all.slice(0, 2), all, []]) {
      titles.push((await read((await requested({ services: wished })).reference)).title);
    }
    expect(titles).toEqual([
      first,
      `${first} and ${second}`,
      `${first}, ${second} and ${services.length - 2} more`,
      'Custom plan',
    ]);
    const emailTexts = (await listEmailsTo(site, owner.email)).map(({ text }) => text?.replaceAll(/\s+/g, ' '));
    for (const title of titles) expect(emailTexts.filter(text => text?.includes(`“${title}”`))).toHaveLength(1);
  });

  it('uses the account’s name and email when signed in', async () => {
    expect((await customOffer(lin.cookie)).client).toEqual({ name: 'Lin', email: lin.email });
    const answer = await send(lin, 'POST', '/custom-requests', await customRequest({ services: [] }));
    const { number } = answer.json<{ number: number }>();
    expect(await read(number, lin.cookie)).toMatchObject({ client: { name: 'Lin' }, isGuest: false });
  });

  it.each([
    ['neither a service nor a brief', { services: [], brief: ' ' }, 'UNPROCESSABLE', 'brief'],
    ['an unknown service', { services: [{ id: 'nothing', quantity: 1 }] }, 'UNPROCESSABLE', 'services.0.id'],
    ['a quantity of zero', { services: [{ id: 'nothing', quantity: 0 }] }, 'BAD_REQUEST', 'services.0.quantity'],
    [
      'a quantity that is too high',
      { services: [{ id: 'nothing', quantity: 100 }] },
      'BAD_REQUEST',
      'services.0.quantity',
    ],
    ['a fractional quantity', { services: [{ id: 'nothing', quantity: 1.5 }] }, 'BAD_REQUEST', 'services.0.quantity'],
    [
      'a service listed twice',
      {
        services: [
          { id: 'a', quantity: 1 },
          { id: 'a', quantity: 1 },
        ],
      },
      'BAD_REQUEST',
      'services',
    ],
    ['an invalid budget', { budget: 'some' }, 'UNPROCESSABLE', 'budget'],
    ['a negative budget', { budget: '-5' }, 'UNPROCESSABLE', 'budget'],
    ['a day in the past', { deadline: '2027-02-28' }, 'UNPROCESSABLE', 'deadline'],
    ['an invalid day', { deadline: '2027-02-30' }, 'BAD_REQUEST', 'deadline'],
    ['no name', { name: undefined }, 'UNPROCESSABLE', 'name'],
    ['no address', { email: undefined }, 'UNPROCESSABLE', 'email'],
    ['an extra price field', { total: 1 }, 'BAD_REQUEST', undefined],
  ] as const)('is refused with %s: no order, no email', async (_what, changes, code, field) => {
    const before = await countOrders();
    const error = expectApiError(await postApi(site, '/custom-requests', await customRequest(changes)), code);
    if (field) expect(Object.keys(error.fields)).toContain(field);
    expect(await countOrders()).toBe(before);
    expect(await rows('emails')).toEqual([]);
  });

  it('is refused with a hidden service', async () => {
    const body = await customRequest();
    const id = body.services[0]?.id;
    await site.db.$client.query('update specialized_services set is_hidden = true where id = $1', [id]);
    expectApiError(await postApi(site, '/custom-requests', body), 'UNPROCESSABLE');
    expect((await customOffer()).services.map(service => service.id)).not.toContain(id);
    await site.db.$client.query('update specialized_services set is_hidden = false where id = $1', [id]);
  });

  it('creates one order for fifty requests with one key and counts toward the order limit', async () => {
    const body = await customRequest();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const before = await countOrders();
    const ask = () => postApi(site, '/custom-requests', body, { headers });
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1);
    expect(await countOrders()).toBe(before + 1);
    expect(await listEmailsTo(site, 'noor@site.example')).toHaveLength(1);
    expectApiError(await postApi(site, '/custom-requests', { ...body, brief: 'Else' }, { headers }), 'UNPROCESSABLE');
    for (let number = 1; number < 8; number++) await requested();
    expectApiError(await postApi(site, '/custom-requests', body), 'TOO_MANY_REQUESTS');
  });
});
