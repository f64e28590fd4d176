import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestApi, expectApiError, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
const now = Temporal.Instant.from('2027-03-01T12:00:00Z');
const { arrive, rows, send } = memberFixture(() => site);
let owner: SignedInUser;
let lin: SignedInUser;
const { read, requested, quote, sendQuote, readForm, quoted, accept } = quoteFixture(
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
  await site.db.$client.query('delete from mails; delete from rate_limits');
});

describe('quote', () => {
  it('starts with the requested services or the plan', async () => {
    const { number } = await requested();
    expect(await readForm(number)).toMatchObject({
      lines: [{ description: expect.stringMatching(/^2 × /) as string, amount: '' }, { amount: '' }],
      deliveryDays: 45,
      until: '2027-03-15',
      version: 0,
      installments: 1,
      installmentsFrom: { minor: 100_000, currency: 'USD' },
      currency: 'USD',
    });
    const answer = await send(lin, 'POST', '/orders', { kind: 'plan', id: 'elite' });
    const elite = answer.json<{ number: number }>().number;
    const begun = await readForm(elite);
    expect(begun.lines).toEqual([{ description: 'Elite', amount: '1999' }]);
    expect(begun.contentItems.length).toBeGreaterThan(0);
    expect((await sendQuote(elite)).statusCode).toBe(200);
    expect(await read(elite, lin.cookie)).toMatchObject({ state: 'quoted', total: 169_999 });
  });

  it('can rename the order on its page, lists, emails, agreement and documents', async () => {
    const { number, link } = await requested();
    const { title: before } = await read(link);
    expect((await readForm(number)).title).toBe(before);
    for (const title of ['', ' ', 'x'.repeat(121), 'a\nb']) {
      expect(expectApiError(await sendQuote(number, { title }), 'BAD_REQUEST').fields).toHaveProperty('title');
    }
    expect((await sendQuote(number)).statusCode).toBe(200);
    expect((await read(link)).title).toBe(before);
    await site.db.$client.query('delete from mails');
    expect((await sendQuote(number, { title: '  Tide tables  ' })).statusCode).toBe(200);
    const order = await read(link);
    expect(order.title).toBe('Tide tables');
    expect(order.quote?.agreement).toMatch(/^AGREEMENT: Tide tables\n/);
    expect((await listEmailsTo(site, 'noor@site.example')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/: Tide tables$/),
    ]);
    const list = await requestApi(site, '/orders?search=tide%20tab', owner.cookie);
    expect(list.json<{ items: object[] }>().items).toMatchObject([{ number, title: 'Tide tables' }]);
    await accept(link);
    const subjects = await site.db.$client.query<{ title: string }>(
      `select content -> 'subject' ->> 'title' as title from business_documents where order_id = $1`,
      [number],
    );
    expect(subjects.rows).toEqual([{ title: 'Tide tables' }]);
  });

  it('accepts budget and deadline for a quoted plan only', async () => {
    const elite = { kind: 'plan', id: 'elite', brief: 'A harbor office.' };
    const answer = await send(lin, 'POST', '/orders', { ...elite, budget: '$4,000', deadline: '2027-04-15' });
    const { number } = answer.json<{ number: number }>();
    const wish = { services: [], budget: 400_000, deadline: '2027-04-15' };
    expect(await read(number, lin.cookie)).toMatchObject({ title: 'Elite', brief: 'A harbor office.', wish });
    expect((await readForm(number)).lines).toEqual([{ description: 'Elite', amount: '1999' }]);
    const without = (await send(lin, 'POST', '/orders', elite)).json<{ number: number }>();
    expect((await read(without.number, lin.cookie)).wish).toBeNull();
    const orders = (await rows('orders')).length;
    const wrong = await send(lin, 'POST', '/orders', { ...elite, budget: 'much', deadline: '2027-02-28' });
    expect(Object.keys(expectApiError(wrong, 'UNPROCESSABLE').fields)).toEqual(['budget', 'deadline']);
    const fixed = await send(lin, 'POST', '/orders', { kind: 'plan', id: 'growth', signature: 'Lin', budget: '100' });
    expect(Object.keys(expectApiError(fixed, 'UNPROCESSABLE').fields)).toEqual(['budget']);
    expect((await rows('orders')).length).toBe(orders);
  });

  it('computes lines, tax, surcharge (term 16), deposit and balance (terms 1 and 2)', async () => {
    await site.db.$client.query(
      `update billing_settings set tax_name = 'VAT', tax_basis_points = 1500, prices = 'net'`,
    );
    const { link } = await quoted({ urgent: 'on' });
    await site.db.$client.query(`update billing_settings set tax_basis_points = 0, prices = 'gross'`);
    const order = await read(link);
    expect(order.lines).toEqual([
      { description: 'Tables', amount: 180_000, term: null },
      { description: 'First order', amount: -10_001, term: null },
      { description: 'Urgent delivery, 25%', amount: 42_500, term: 16 },
    ]);
    // 2,124.99 and 15% of it.
    expect(order).toMatchObject({ total: 244_374, isUrgent: true, tax: { amount: 31_875 } });
    expect(order.quote).toMatchObject({
      deposit: 122_188,
      balance: 122_186,
      deliveryDays: 3,
      allowsInstallments: true,
    });
    expect(order.quote?.agreement).toContain('Total: $2,443.74');
    expect(order.quote?.agreement).toContain('Deposit: $1,221.88 (term 1)');
  });

  it('is emailed to the client and keeps the terms of that day', async () => {
    const { number, link } = await requested();
    await site.db.$client.query('delete from mails');
    await site.db.$client.query('update selling_terms set deposit_percent = 40');
    expect((await sendQuote(number)).statusCode).toBe(200);
    await site.db.$client.query('update selling_terms set deposit_percent = 50');
    const order = await read(link);
    expect(order).toMatchObject({
      state: 'quoted',
      total: 169_999,
      quoteUntil: '2027-03-15',
      quote: {
        version: 1,
        note: 'In two parts.',
        deposit: 68_000,
        balance: 101_999,
        deliveryDays: 21,
        supportDays: 30,
      },
      standing: { turn: { of: 'client' } },
    });
    expect(order.content.map(({ label }) => label)).toEqual(['Harbor names', 'Logo']);
    const mails = await listEmailsTo(site, 'noor@site.example');
    expect(mails.map(({ template }) => template)).toEqual(['orderQuoted']);
    expect(mails[0]?.text).toContain('$1,699.99');
    expect(mails[0]?.text).toContain('15 Mar 2027');
    expect(mails[0]?.text).toContain(`/order/${link}`);
    expect(await listEmailsTo(site, owner.email)).toEqual([]);
  });

  it('replaces the previous version, which stays in the history', async () => {
    const { number, link } = await quoted();
    const first = (await read(link)).quote;
    const answer = await sendQuote(number, { lines: [{ description: 'All', amount: '900' }], contentItems: ['Logo'] });
    expect(answer.statusCode, answer.body).toBe(200);
    const order = await read(link);
    expect(order).toMatchObject({ total: 90_000, quote: { version: 2 } });
    expect(order.content.map(({ label }) => label)).toEqual(['Logo']);
    expect(order.events.flatMap(event => (event.quote ? [event.quote] : []))).toEqual([
      { version: 1, total: 169_999, text: first?.agreement },
      { version: 2, total: 90_000, text: order.quote?.agreement },
    ]);
    expectApiError(await accept(link, { agreementHash: first?.agreementHash }), 'CONFLICT');
    expect((await read(link)).state).toBe('quoted');
  });

  it('can set the number of installments (term 4) that the client agrees to', async () => {
    const { number, link } = await requested();
    expect((await sendQuote(number, { installments: 3 })).statusCode).toBe(200);
    expect((await readForm(number)).installments).toBe(3);
    const { quote: open, installments } = await read(link);
    expect(installments).toBe(3);
    expect(open?.agreement).toContain('\nBalance, in 3 monthly installments: $849.99 (term 4)\n');
    expect((await sendQuote(number, { installments: 1 })).statusCode).toBe(200);
    expect((await read(link)).quote?.agreement).toContain('\nBalance: $849.99 (term 2)\n');
    expect((await sendQuote(number, { installments: 4 })).statusCode).toBe(200);
    await accept(link);
    expect(await read(link)).toMatchObject({ state: 'agreed', installments: 4 });
    // It is the client's to pay at once all the same.
    expect(
      (await postApi(site, `/orders/${link}/installments`, { installments: 1 }, { method: 'PUT' })).statusCode,
    ).toBe(200);
    expect((await read(link)).installments).toBeNull();
  });

  it('keeps content that the client has already supplied', async () => {
    const { number, link } = await quoted();
    await postApi(site, `/orders/${link}/content/2`, {});
    expect((await sendQuote(number, { contentItems: ['Prices'] })).statusCode).toBe(200);
    expect((await read(link)).content.map(({ label, position }) => [position, label])).toEqual([
      [2, 'Logo'],
      [3, 'Prices'],
    ]);
  });

  it.each([
    ['no line', { lines: [] }, 'BAD_REQUEST', 'lines'],
    ['an amount that is none', { lines: [{ description: 'x', amount: 'much' }] }, 'UNPROCESSABLE', 'lines.0.amount'],
    ['fractions of a cent', { lines: [{ description: 'x', amount: '1.005' }] }, 'UNPROCESSABLE', 'lines.0.amount'],
    ['an amount too high', { lines: [{ description: 'x', amount: '99999999999' }] }, 'UNPROCESSABLE', 'lines.0.amount'],
    ['a total below nothing', { lines: [{ description: 'x', amount: '-1' }] }, 'UNPROCESSABLE', 'lines.0.amount'],
    ['a total of nothing', { lines: [{ description: 'x', amount: '0' }] }, 'UNPROCESSABLE', 'lines.0.amount'],
    ['a last day that is over', { until: '2027-02-28' }, 'UNPROCESSABLE', 'until'],
    ['a last day years away', { until: '2029-02-28' }, 'UNPROCESSABLE', 'until'],
    ['one installment too many', { installments: 7 }, 'BAD_REQUEST', 'installments'],
    ['no installment', { installments: 0 }, 'BAD_REQUEST', 'installments'],
    [
      'installments of too small a total',
      { lines: [{ description: 'x', amount: '999.99' }], installments: 2 },
      'UNPROCESSABLE',
      'installments',
    ],
    ['no days', { deliveryDays: 0 }, 'BAD_REQUEST', 'deliveryDays'],
  ] as const)('is refused with %s, and nothing changes', async (_what, changes, code, field) => {
    const { number, link } = await requested();
    await site.db.$client.query('delete from mails');
    expect(Object.keys(expectApiError(await sendQuote(number, changes), code).fields)).toContain(field);
    expect(await read(link)).toMatchObject({ state: 'requested', total: 0, content: [] });
    expect(await rows('mails')).toEqual([]);
  });

  it('can be written only by the owner and accepted only by the client', async () => {
    const { number, link } = await quoted();
    expectApiError(await postApi(site, `/orders/${link}/quote`, quote(), { method: 'PUT' }), 'UNAUTHORIZED');
    expectApiError(await send(lin, 'PUT', `/orders/${number}/quote`, quote()), 'FORBIDDEN');
    expectApiError(await requestApi(site, `/orders/${number}/quote`, lin.cookie), 'FORBIDDEN');
    const { quote: open } = await read(link);
    const body = { agreementHash: open?.agreementHash, signature: 'Lin' };
    expectApiError(await send(lin, 'POST', `/orders/${number}/agreement`, body), 'NOT_FOUND');
    expectApiError(await send(owner, 'POST', `/orders/${number}/agreement`, body), 'FORBIDDEN');
  });
});
